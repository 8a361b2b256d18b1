"""Every prefix of the book is a program: it is tangled, imported and run on its own."""
