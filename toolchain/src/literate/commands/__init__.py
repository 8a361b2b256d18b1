"""The commands, one module each: how it is called and described, and what it does."""
