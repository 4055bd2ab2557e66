"""The rules that only this book has."""
