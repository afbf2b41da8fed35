"""The ways that are left: how far it is from a ticket's stops to every place.

NumPy's, which plays one position at a time. A run of training asks `spread.cpp` for thousands at
once and gets the same numbers.
"""

import numpy as np
from numpy.typing import NDArray

FAR = 255  # no way
SLOTS = 8  # tickets whose ways are searched: those held first, then those offered


def ways(
    cost: NDArray[np.uint8],
    picked: NDArray[np.int16],
    ends: NDArray[np.int64],
    begins: NDArray[np.float32],
    leads: NDArray[np.float32],
) -> NDArray[np.uint8]:
    """[batch, 2, slots, places]: the cost from the first and from the last stop of each ticket.

    `cost` [batch, routes] is FAR where a route cannot be used; `picked` [batch, slots] names the
    tickets, -1 for none.
    """
    sources = np.stack([begins[picked], leads[picked]], 1) * (picked >= 0)[:, None, :, None]
    found = np.where(sources > 0, 0, FAR).astype(np.int32)
    price = cost.astype(np.int32)[:, None, None]
    a, b = ends[:, 0], ends[:, 1]
    while True:
        over = np.minimum(found[..., a], found[..., b]) + price  # by route
        before = found.copy()
        for end in (a, b):
            np.minimum.at(found, (..., end), over)  # type: ignore[arg-type]
        if (found == before).all():
            return np.minimum(found, FAR).astype(np.uint8)
