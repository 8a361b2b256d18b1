"""What the engine costs, beside hand-written numpy and engines of its kind: `make bench`."""
