"""What a chapter says: its sections, blocks, claims and prose, each at its exact line."""
