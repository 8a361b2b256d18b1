"""Text and code as one thing: read MyST chapters, tangle their code, verify their claims, point back at them."""
