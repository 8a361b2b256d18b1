"""Text and code as one thing: read MyST chapters, tangle their code, verify their claims, point back at them.

Layers, imports one way:

- what is read: ``errors``, ``config``, ``infoline``, ``events``, ``plain``, ``myst``, ``markdown``,
  ``source``, ``intact``, ``openings``, ``directives``, ``unread``, ``session``, ``cells``, ``numbering``,
  ``chapter``, ``computed``, ``reader``;
- what it makes: ``layout``, ``program``, ``imports``, ``starter``, ``project``;
- files: ``writer``, ``record``, ``places``, ``history``, ``carry``, ``handedit``, ``tangle``, ``untangle``;
- places: ``where``, ``rewrite``;
- what is claimed: ``running``, ``evaluate``, ``update``, ``prefixes``, ``numerals``, ``claims``;
- the command: ``terminal``, ``commands``, ``watch``, ``cli``.

The adapters to Sybil, pytest and Sphinx stand outside: nothing here imports them.
"""
