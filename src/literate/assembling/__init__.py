"""How the blocks of the chapters make files: their order, their joints, their paths."""
