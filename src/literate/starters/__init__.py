"""Labs' starters: the chapters' code with the bodies taken out."""
