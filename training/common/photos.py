"""Photographs from folders named on the command line, and a record of where they came from.

A source is written ``FOLDER`` or ``FOLDER:FIRST:LAST``: the pictures of a folder (and of the folders below it) sorted
by path, of which FIRST (included) to LAST (excluded) are used, so that training and validation can share one folder.
"""

import argparse
import os
from dataclasses import dataclass

import cv2
import numpy as np

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")


@dataclass(frozen=True)
class Source:
    folder: str
    first: int
    last: int | None

    def paths(self) -> list[str]:
        """Paths of the source's pictures, sorted."""
        found = [
            os.path.join(folder, name)
            for folder, _, names in os.walk(self.folder, followlinks=True)
            for name in names
            if name.lower().endswith(SUFFIXES)
        ]
        return sorted(found)[self.first : self.last]

    def record(self, count: int) -> dict:
        """What a log may say about the source: the folder's own name, never where it lies."""
        name = os.path.basename(os.path.normpath(self.folder))
        return {"folder": name, "first": self.first, "last": self.last, "pictures": count}


def source(text: str) -> Source:
    """Reads ``FOLDER`` or ``FOLDER:FIRST:LAST`` (either number may be left out); the ``type=`` of an argument."""
    folder, *numbers = text.split(":")
    if not os.path.isdir(folder):
        raise argparse.ArgumentTypeError(f"{folder}: no such folder")
    if len(numbers) not in (0, 2):
        raise argparse.ArgumentTypeError(f"{text}: expected FOLDER or FOLDER:FIRST:LAST")
    first, last = numbers if numbers else ("", "")
    return Source(folder, int(first or 0), int(last) if last else None)


def read_picture(path: str, grey: bool, longest_side: int | None = None) -> np.ndarray | None:
    """A picture as uint8, (height, width) if grey (BT.601 luma) else (height, width, 3) RGB; None if unreadable.

    @param longest_side larger pictures are shrunk to it, averaged over areas
    """
    picture = cv2.imread(path, cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_COLOR)
    if picture is None:
        return None
    scale = (longest_side or max(picture.shape[:2])) / max(picture.shape[:2])
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return picture if grey else np.ascontiguousarray(picture[:, :, ::-1])


def picture_at(path: str, grey: bool, longest_side: int | None = None) -> np.ndarray:
    """The same; @raises SystemExit if it is unreadable."""
    picture = read_picture(path, grey, longest_side)
    if picture is None:
        raise SystemExit(f"{path}: no picture that can be read")
    return picture


def load(sources: list[Source], grey: bool, longest_side: int | None = None) -> tuple[list[np.ndarray], list[dict]]:
    """All readable pictures of the sources, and the records of them for the log."""
    pictures: list[np.ndarray] = []
    records = []
    for one in sources:
        read = [picture for path in one.paths() if (picture := read_picture(path, grey, longest_side)) is not None]
        records.append(one.record(len(read)))
        pictures += read
    if not pictures:
        raise SystemExit("no readable pictures in the folders given: check --photos")
    return pictures, records


def synthetic(count: int, side: int, grey: bool, seed: int) -> list[np.ndarray]:
    """Invented pictures (sums of smoothed noise at several scales) for self-checks: uint8, side x side."""
    random = np.random.default_rng(seed)
    pictures = []
    for _ in range(count):
        total = np.zeros((side, side, 1 if grey else 3), np.float32)
        for octave in range(2, 7):
            small = random.normal(size=(2**octave, 2**octave, total.shape[2])).astype(np.float32)
            grown = cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC).reshape(total.shape)
            total += grown / octave
        picture = np.clip(127 + 50 * total, 0, 255).astype(np.uint8)
        pictures.append(picture[:, :, 0] if grey else picture)
    return pictures
