"""The kinds of arrays the compiler works with."""
# mypy: disable-error-code="import-not-found,import-untyped"

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Labels: TypeAlias = NDArray[np.int16]  # one number for each pixel: what lies there
Mask: TypeAlias = NDArray[np.bool_]
Units: TypeAlias = NDArray[np.int32]
Numbers: TypeAlias = NDArray[np.int64]
Field: TypeAlias = NDArray[np.float64]
Bytes: TypeAlias = NDArray[np.uint8]
Window: TypeAlias = tuple[slice, slice]
