"""Games on a graphics card: the same rules as CUDA kernels, one thread a game, states that stay on
the device.

>>> import ekiben
>>> from ekiben import gpu
>>> if gpu.missing() is None:
...     scores = gpu.playouts(ekiben.load("america"), 65_536, seats=2)
"""

from ekiben.gpu.batch import DeviceBatch
from ekiben.gpu.device import missing
from ekiben.gpu.playouts import playouts

__all__ = ["DeviceBatch", "missing", "playouts"]
