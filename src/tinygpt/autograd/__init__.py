"""Automatic differentiation in reverse mode, for numbers and for numpy arrays."""

from .scalar import Value
from .tensor import Tensor
from .gradcheck import GradcheckError, gradcheck

__all__ = ["GradcheckError", "Tensor", "Value", "gradcheck"]
