"""Games on a graphics card: the rules as CUDA kernels, one thread per game.

>>> import ekiben
>>> from ekiben import gpu
>>> if gpu.missing() is None:
...     scores = gpu.playouts(ekiben.load("america"), 65_536, seats=2)
"""

from ekiben.gpu.batch import DeviceBatch, DevicePolicy
from ekiben.gpu.device import missing
from ekiben.gpu.playouts import playouts

__all__ = ["DeviceBatch", "DevicePolicy", "missing", "playouts"]
