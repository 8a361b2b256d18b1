"""Running what the chapters show, and comparing it with what they print."""
