"""The picture of deadLeaves.ts, sample for sample."""

import numpy as np


def dead_leaves(width, height, seed, leaves=600):
    picture = np.full((height, width, 3), 128, np.uint8)
    state = seed

    def draw():
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return state >> 16

    largest = min(width, height) // 2
    y, x = np.mgrid[0:height, 0:width]
    for _ in range(leaves):
        radius = 2 + largest // (1 + draw() % 40)
        cx, cy = draw() % width, draw() % height
        is_round = draw() % 2 == 0
        colour = [draw() % 256 for _ in range(3)]
        inside = (abs(x - cx) <= radius) & (abs(y - cy) <= radius)
        if is_round:
            inside &= (x - cx) ** 2 + (y - cy) ** 2 <= radius**2
        picture[inside] = colour
    return picture
