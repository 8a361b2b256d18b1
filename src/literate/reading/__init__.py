"""What a chapter says: its fences, roles and headings, each at its exact line."""
