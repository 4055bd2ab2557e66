"""The chapters that only Kandahar has."""
