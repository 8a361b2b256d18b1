"""The process in which one chapter runs: it takes a request, runs it, answers, and waits for the next one.

Requests and answers are lines of JSON on a socket of its own; descriptors 0 to 2 belong to the chapter.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import threading
import traceback
import types
from collections.abc import Callable
from typing import Any

Answer = dict[str, Any]


def fresh_main() -> types.ModuleType:
    """A new ``__main__``, with the settings that a prompt has."""
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    vars(main).update(__builtins__=sys.modules["builtins"], __annotations__={})
    return main


def serve(run: Callable[..., Answer]) -> None:
    """Answer requests until there are no more; then this process ends as any program does."""
    # Only Python's own streams buffer a line: what a process writes that a statement starts comes after it.
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    channel = socket.socket(fileno=int(sys.argv[1]))
    channel.set_inheritable(False)
    sys.argv = [""]
    sys.path.insert(0, "")
    requests = channel.makefile("rb")
    here = os.getpid()
    _tell(channel, {})
    while True:
        try:
            line = requests.readline()
        except BaseException:
            # A signal handler that an earlier statement set may raise at any time.
            traceback.print_exc()
            continue
        if not line:
            _tell(channel, {"threads": _lasting_threads()})
            return
        answer = run(**json.loads(line))
        if os.getpid() != here:
            # A statement that forks leaves two of us: the copy must not answer.
            os._exit(0)
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            with contextlib.suppress(Exception):
                stream.flush()  # type: ignore[union-attr]
        _tell(channel, answer)


def error(raised: BaseException, own: set[str]) -> Answer:
    """An error as Python shows it: its last lines, and the whole traceback below the files of `own`."""
    trace = raised.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename in own:
        trace = trace.tb_next
    last = traceback.format_exception_only(raised)
    return {
        "error": last[-1] if isinstance(raised, SyntaxError) else "".join(last),
        "trace": "".join(traceback.format_exception(raised.with_traceback(trace))),
    }


def _lasting_threads() -> list[str]:
    main = threading.main_thread()
    return [thread.name for thread in threading.enumerate() if not thread.daemon and thread is not main]


def _tell(channel: socket.socket, answer: Answer) -> None:
    # The other side may be gone.
    with contextlib.suppress(OSError):
        channel.sendall(json.dumps(answer).encode() + b"\n")
