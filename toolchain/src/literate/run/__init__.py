"""Running what the chapters state, and telling what is wrong with it."""
