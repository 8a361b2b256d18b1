"""Running what the chapters state: a chapter's examples in one Python, its cells in another, commands in a shell."""
