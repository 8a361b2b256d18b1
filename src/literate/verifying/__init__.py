"""Notes of what was verified, for the book's page to show."""
