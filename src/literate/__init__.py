"""Text and code as one thing: read MyST chapters, tangle their code, verify their claims, point back at them.

Layers, imports one way: ``errors``, ``config``, ``infoline``, ``markdown``, ``session``, ``chapter``,
``reader``, ``layout``, ``program``, ``starter``, ``project``, ``writer``, ``handedit``, ``where``, ``cli``.
The adapters to Sybil, pytest and Sphinx stand outside: nothing here imports them.
"""
