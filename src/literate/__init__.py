"""Text and code as one thing: read MyST chapters, tangle their code, verify their claims, point back at them.

Layers, imports one way:

- ``errors``, ``config`` with ``settings``, ``writer``, ``terminal``, ``unwarned``: what all others use;
- ``reading``: what a chapter says;
- ``assembling``, ``starters``, ``project``: what the chapters make;
- ``tangling``: files, and edits of them;
- ``pointing``: places;
- ``checking``, ``prefixing``, ``claiming``, ``verifying``: what the chapters claim;
- ``commands``, ``watch``, ``cli``: the command.

The adapters to Sybil, pytest and Sphinx stand outside: nothing here imports them.
"""
