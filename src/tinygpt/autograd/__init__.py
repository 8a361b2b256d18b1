"""Reverse-mode automatic differentiation of numbers and numpy arrays."""

from .scalar import Value
from .tensor import Tensor
from .gradcheck import GradcheckError, gradcheck

__all__ = ["GradcheckError", "Tensor", "Value", "gradcheck"]
