"""Types of the arrays in a record: an item is an int or a float, a row an array with an axis less.

They exist for the type checker only: at run time every one of them is `numpy.ndarray`, in machine
code it is a view into the record. Interpreted rules read NumPy scalars, which behave like ints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import EllipsisType
    from typing import Any, Protocol, SupportsIndex, TypeVar, overload

    Number = TypeVar("Number", covariant=True)
    Int = SupportsIndex
    Part = slice | EllipsisType | list[int]

    class AnyArray(Protocol):
        """What uncompiled code asks of an array, whatever its number of axes."""

        @property
        def shape(self) -> tuple[int, ...]: ...
        @property
        def size(self) -> int: ...
        def __array__(self) -> npt.NDArray[Any]: ...
        def __len__(self) -> int: ...
        def __setitem__(self, key: Any, value: Any, /) -> None: ...
        def tolist(self) -> Any: ...
        def tobytes(self) -> bytes: ...
        def any(self) -> Any: ...
        def all(self) -> Any: ...
        def max(self) -> Any: ...
        def min(self) -> Any: ...
        def sum(self) -> Any: ...

    class ArrayOf(AnyArray, Protocol[Number]):
        """One axis."""

        def __iter__(self) -> Iterator[Any]: ...
        @overload
        def __getitem__(self, key: Int, /) -> Number: ...
        @overload
        def __getitem__(self, key: Part, /) -> ArrayOf[Number]: ...

    class Array2Of(AnyArray, Protocol[Number]):
        """Two axes."""

        def __iter__(self) -> Iterator[Any]: ...
        @overload
        def __getitem__(self, key: Int, /) -> ArrayOf[Number]: ...
        @overload
        def __getitem__(self, key: tuple[Int, Int], /) -> Number: ...
        @overload
        def __getitem__(self, key: tuple[Int, Part] | tuple[Part, Int], /) -> ArrayOf[Number]: ...
        @overload
        def __getitem__(self, key: Part | tuple[Part, Part], /) -> Array2Of[Number]: ...

    class Array3Of(AnyArray, Protocol[Number]):
        """Three axes."""

        @overload
        def __getitem__(self, key: Int, /) -> Array2Of[Number]: ...
        @overload
        def __getitem__(self, key: tuple[Int, Int], /) -> ArrayOf[Number]: ...
        @overload
        def __getitem__(self, key: tuple[Int, Int, Int], /) -> Number: ...
        @overload
        def __getitem__(self, key: tuple[Int, Int, Part], /) -> ArrayOf[Number]: ...
        @overload
        def __getitem__(self, key: Part, /) -> Array3Of[Number]: ...

    class Array4Of(AnyArray, Protocol[Number]):
        """Four axes."""

        @overload
        def __getitem__(self, key: tuple[Int, Int, Int], /) -> ArrayOf[Number]: ...
        @overload
        def __getitem__(self, key: tuple[Int, Int, Int, Int], /) -> Number: ...
        @overload
        def __getitem__(self, key: tuple[Int, Int, Part, Int], /) -> ArrayOf[Number]: ...

    class Array5Of(AnyArray, Protocol[Number]):
        """Five axes."""

        def __getitem__(self, key: tuple[Int, Int, Int, Int, Int], /) -> Number: ...

    Array = ArrayOf[int]
    Array2 = Array2Of[int]
    Array3 = Array3Of[int]
    Array4 = Array4Of[int]
    Array5 = Array5Of[int]
    FloatArray = ArrayOf[float]
    FloatArray2 = Array2Of[float]
    FloatArray3 = Array3Of[float]
else:
    AnyArray = Array = Array2 = Array3 = Array4 = Array5 = np.ndarray
    FloatArray = FloatArray2 = FloatArray3 = np.ndarray

Buffer = npt.NDArray[np.uint8]
AXES = {
    "int": 0,
    "float": 0,
    "Array": 1,
    "Array2": 2,
    "Array3": 3,
    "Array4": 4,
    "Array5": 5,
    "FloatArray": 1,
    "FloatArray2": 2,
    "FloatArray3": 3,
}  # of each annotation that a field of a record can have


def zeros(*shape: int) -> npt.NDArray[np.int64]:
    """An array of 64-bit zeros, such as rules write lists of actions to."""
    return np.zeros(shape, np.int64)
