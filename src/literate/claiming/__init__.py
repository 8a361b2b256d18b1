"""What the text states, and the numerals in it that nothing checks."""
