"""What Ekiben uses of numba's CUDA part, which has no types of its own."""

from __future__ import annotations

from types import FunctionType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ekiben.core.arrays import Array
from ekiben.core.compiled import AnyFunction


class DeviceArray(Protocol):
    """An array on the card; PyTorch, CuPy and JAX take it without a copy."""

    shape: tuple[int, ...]
    __cuda_array_interface__: dict[str, object]

    def copy_to_host(self) -> npt.NDArray[Any]: ...  # of the type that it was made with
    def view(self, dtype: type[np.generic], /) -> DeviceArray: ...


class LocalMemory(Protocol):
    """Memory of one thread."""

    def array(self, size: int, dtype: type[np.int64], /) -> npt.NDArray[np.int64]: ...


class SharedMemory(Protocol):
    """Memory of the threads of a block."""

    def array(
        self, shape: tuple[int, int], dtype: type[np.uint32], /
    ) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]: ...


class Place(Protocol):
    """Which block of the launch, or thread of its block, this is."""

    x: int


class Atomic(Protocol):
    """What threads can do to a number without getting in each other's way."""

    def add(self, array: Array, place: int, value: int, /) -> int: ...


class Cuda(Protocol):
    """The module `numba.cuda`."""

    local: LocalMemory
    shared: SharedMemory
    atomic: Atomic
    blockIdx: Place
    threadIdx: Place

    def is_available(self) -> bool: ...
    def to_device(self, array: npt.NDArray[Any], /) -> DeviceArray: ...  # of any type
    def as_cuda_array(self, array: object, /) -> DeviceArray: ...
    def device_array(
        self, shape: int | tuple[int, ...], dtype: type[np.generic], /
    ) -> DeviceArray: ...
    def jit(
        self,
        function: FunctionType,
        /,
        *,
        device: bool = False,
        max_registers: int | None = None,
        cache: bool = False,
    ) -> AnyFunction: ...

    # in kernels
    def grid(self, dimensions: int, /) -> int: ...
    def syncthreads(self) -> None: ...
    def any_sync(self, threads: int, condition: bool, /) -> bool: ...


class CudaKernel(Protocol):
    """A kernel, to be launched for so many blocks of so many threads."""

    def __getitem__(self, blocks_and_threads: tuple[int, int], /) -> AnyFunction: ...


class CudaKernels(Protocol):
    """The kernels of `cuda_kernels.py`, built for one rule set."""

    play_out: CudaKernel
    begin: CudaKernel
    play: CudaKernel
    choose: CudaKernel
    mask: CudaKernel
    mask_bits: CudaKernel
    find_outdated: CudaKernel
    update_kept: CudaKernel
    look: CudaKernel
    turn_to_rows: CudaKernel
    restart: CudaKernel
    tell: CudaKernel


class CudaPolicyKernels(Protocol):
    """The kernels with which policies choose, built for one rule set."""

    sort_choices: CudaKernel
    choose_by_policy: CudaKernel
