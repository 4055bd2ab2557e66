"""What the terminal shows, drawn in text."""
