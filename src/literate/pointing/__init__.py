"""From places in tangled files to the chapters, and back."""
