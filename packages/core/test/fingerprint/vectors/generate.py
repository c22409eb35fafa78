"""Known answers of PDQ, from a second implementation in NumPy written from the paper (loops over samples).

Usage: python packages/core/test/fingerprint/vectors/generate.py   (needs numpy; writes pdq.json beside itself)
"""

import json
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "pictures"))
from deadLeaves import dead_leaves  # noqa: E402


def box_filter(values, window):
    """Mean over [i - left, i + right] along the last axis, clipped to the line."""
    right = window // 2
    left = window - 1 - right
    length = values.shape[-1]
    return np.stack([values[..., max(0, i - left) : min(length, i + right + 1)].mean(-1) for i in range(length)], -1)


def pdq(rgb):
    height, width = rgb.shape[:2]
    if height > 512 or width > 512:
        rgb = rgb[np.arange(512) * height // 512][:, np.arange(512) * width // 512]
        height = width = 512
    luma = rgb.astype(np.float64) @ [0.299, 0.587, 0.114]
    for _ in range(2):
        luma = box_filter(luma, -(-width // 128))
        luma = box_filter(luma.T, -(-height // 128)).T
    grid = np.arange(64) + 0.5
    small = luma[(grid * height / 64).astype(int)][:, (grid * width / 64).astype(int)]
    steps = [np.trunc((small[1:] - small[:-1]) * 100 / 255), np.trunc((small[:, 1:] - small[:, :-1]) * 100 / 255)]
    quality = min(100, int(sum(abs(step).sum() for step in steps) // 90))
    u, y = np.mgrid[1:17, 0:64]
    dct = np.sqrt(2 / 64) * np.cos(np.pi * u * (2 * y + 1) / 128)
    coefficients = (dct @ small @ dct.T).ravel()
    bits = coefficients > np.sort(coefficients)[127]
    return "".join("1" if bit else "0" for bit in bits[::-1]), quality


vectors = []
for width, height, seed in [
    (64, 64, 1),
    (40, 30, 2),
    (300, 200, 3),
    (512, 512, 4),
    (640, 480, 5),
    (200, 900, 6),
    (1300, 700, 7),
]:
    bits, quality = pdq(dead_leaves(width, height, seed, 300))
    vectors.append(
        {
            "width": width,
            "height": height,
            "seed": seed,
            "leaves": 300,
            "hash": f"{int(bits, 2):064x}",
            "quality": quality,
        }
    )
(HERE / "pdq.json").write_text(json.dumps(vectors, indent=1) + "\n")
