"""The commands, one module each: how it is called and described, and what it does.

A command is described without importing what it needs; that is imported when it runs.
"""
