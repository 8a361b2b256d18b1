"""Chapters under pytest (to be written)."""
