"""The engines that are compared, each behind one small adapter."""

from __future__ import annotations

import importlib

from .base import Peer

# In the order of the table's columns.
ADAPTERS = {
    "tinygpt": ("benchmarks.peers.with_tinygpt", "TinyGPT"),
    "HIPS autograd": ("benchmarks.peers.with_hips", "Hips"),
    "MyGrad": ("benchmarks.peers.with_mygrad", "MyGrad"),
    "PyTorch": ("benchmarks.peers.with_torch", "PyTorch"),
    "PyTorch, fused": ("benchmarks.peers.with_torch", "FusedPyTorch"),
    "JAX, compiled": ("benchmarks.peers.with_jax", "Jax"),
}


def load(name: str) -> Peer:
    """Return the adapter of that name; ImportError when its engine is not installed."""
    module, adapter = ADAPTERS[name]
    peer: Peer = getattr(importlib.import_module(module), adapter)()
    return peer


def installed() -> tuple[list[Peer], list[str]]:
    """Return the adapters whose engines are installed, and the names of the others."""
    found, missing = [], []
    for name in ADAPTERS:
        try:
            found.append(load(name))
        except ImportError:
            missing.append(name)
    return found, missing
