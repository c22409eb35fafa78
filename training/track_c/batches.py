"""Batches: full-size luma patches, from which the canvas is made as the product makes it."""

import cv2
import numpy as np
import torch
from torch import Tensor


class Patches:
    """Square patches of photographs at random scale, mirrored and turned at random.

    @param pictures uint8 luma planes
    """

    def __init__(self, pictures: list[np.ndarray]):
        self.pictures = pictures
        sizes = np.array([picture.size for picture in pictures], np.float64)
        # a large picture has more to show, but no more than a few times as much
        weights = np.clip(sizes, 0, 4e5)
        self.chances = weights / weights.sum()

    def draw(self, random: np.random.Generator, count: int, side: int) -> Tensor:
        """count patches of side x side, float32 0..1, shape (count, 1, side, side)."""
        chosen = random.choice(len(self.pictures), size=count, p=self.chances)
        patches = np.stack([self.patch(random, self.pictures[index], side) for index in chosen])
        return torch.from_numpy(patches)[:, None].float() / 255

    @staticmethod
    def patch(random: np.random.Generator, picture: np.ndarray, side: int) -> np.ndarray:
        height, width = picture.shape
        # at its own scale or shrunk; enlarged only if the picture is smaller than the patch
        wanted = side / random.uniform(0.5, 1.05)
        cut = int(min(wanted, height, width))
        top, left = random.integers(0, height - cut + 1), random.integers(0, width - cut + 1)
        part = picture[top : top + cut, left : left + cut]
        shrinks = cut >= side
        part = cv2.resize(part, (side, side), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
        if random.random() < 0.5:
            part = part[:, ::-1]
        return np.rot90(part, random.integers(0, 4)) if random.random() < 0.3 else part
