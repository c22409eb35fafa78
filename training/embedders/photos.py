"""Photos to learn from, in memory, and the random scenes that are cut out of them. Pictures are 8-bit BGR."""

import math
import os
from random import Random

import cv2
import numpy as np

from ..common.photos import Source, read_picture

# Longest side kept in memory, pixels: photos of the training set are smaller, wallpapers are reduced to it.
SIDE_MAX = 1200
# A scene has about this many pixels a side (root of its area) before it is edited; networks see at most 128.
SCENE_SIDE = 200
# Wallpaper files that repeat another one (dark variant, phone shape, thumbnail, other size).
REPEATED = ("screenshot", "_dark", "-d.", "1080x1920", "720x1440", "1622x2880", "Elephants_")
# A wallpaper file smaller than this is a thumbnail or a plain colour, bytes.
BYTES_MIN = 60_000


def wallpaper_paths(wallpapers: Source, held_aside: tuple[str, ...]) -> list[str]:
    """Paths of a source without repetitions, thumbnails and the files whose stem is `held_aside`."""
    return [
        path
        for path in wallpapers.paths()
        if not any(part in path for part in REPEATED)
        and os.path.splitext(os.path.basename(path))[0] not in held_aside
        and os.path.getsize(path) > BYTES_MIN
    ]


def read_photo(path: str) -> np.ndarray | None:
    """At most SIDE_MAX along the longer side; None for what OpenCV cannot read."""
    picture = read_picture(path, grey=False, longest_side=SIDE_MAX)
    return None if picture is None else np.ascontiguousarray(picture[:, :, ::-1])


class PhotoBank:
    """Photos by number. Different numbers are different photos, so scenes of them are strangers."""

    def __init__(self, paths: list[str]):
        self.photos = [photo for photo in map(read_photo, paths) if photo is not None]

    def __len__(self) -> int:
        return len(self.photos)

    def scene(self, number: int, random: Random) -> np.ndarray:
        """A window of 15 % to all of the photo, of any usual shape, reduced to about SCENE_SIDE pixels a side."""
        photo = self.photos[number]
        height, width = photo.shape[:2]
        area = width * height * (random.uniform(0.15, 1) if random.random() < 0.7 else 1)
        shape = math.exp(random.uniform(-0.45, 0.45)) if random.random() < 0.5 else width / height
        w = int(min(width, max(32, math.sqrt(area * shape))))
        h = int(min(height, max(32, math.sqrt(area / shape))))
        x, y = random.randint(0, width - w), random.randint(0, height - h)
        return at_scene_size(photo[y : y + h, x : x + w])


def at_scene_size(picture: np.ndarray) -> np.ndarray:
    height, width = picture.shape[:2]
    scale = SCENE_SIDE / math.sqrt(width * height)
    mode = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return cv2.resize(picture, (max(8, round(scale * width)), max(8, round(scale * height))), interpolation=mode)


def network_input(picture: np.ndarray, side: int) -> np.ndarray:
    """Stretched to a square, as the service does; 3 x side x side, RGB, float32 in [0, 1]."""
    grown = cv2.resize(
        picture, (max(side, picture.shape[1]), max(side, picture.shape[0])), interpolation=cv2.INTER_LINEAR
    )
    square = cv2.resize(grown, (side, side), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(square[:, :, ::-1].transpose(2, 0, 1)).astype(np.float32) / 255
