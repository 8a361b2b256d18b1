"""What tangling costs, beside entangled 2.5 on the same book."""
