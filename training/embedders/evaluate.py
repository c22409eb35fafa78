"""Recall at 1 of a checkpoint over the 19 edits, for choosing between models; minutes, no published figure.

    /usr/bin/python3 -m training.embedders.evaluate OUT --photos PHOTOS/bsds:150:300 [--queries 40] [--distractors 3000]

The first QUERIES photos are asked for; the database holds all photos and DISTRACTORS scenes cut out of the others.
"""

import argparse
import os
import random as random_module

import cv2
import numpy as np
import torch

from ..common import checkpoint
from ..common.photos import source
from .edits import BENCH
from .networks import CopyNetwork, Embedder
from .photos import PhotoBank, network_input
from .train import CHECKPOINT, SIDE


def embedder_of(folder: str) -> Embedder:
    """The trained network with its eight forms."""
    network = CopyNetwork()
    network.load_state_dict(checkpoint.load(os.path.join(folder, CHECKPOINT))["network"])
    return Embedder(network.eval()).eval()


def vectors_of(embedder: Embedder, pictures: list[np.ndarray], side: int, batch: int = 32) -> np.ndarray:
    """One row of unit length for each picture."""
    rows = []
    with torch.no_grad():
        for start in range(0, len(pictures), batch):
            inputs = np.stack([network_input(picture, side) for picture in pictures[start : start + batch]])
            rows.append(embedder(torch.from_numpy(inputs)).numpy())
    return np.concatenate(rows)


def recalls(embedder: Embedder, side: int, bank: PhotoBank, queried: int, distractors: int) -> dict[str, float]:
    """Percent of queries whose photo stands first, by edit."""
    random = random_module.Random(5)
    others = range(queried, len(bank))
    strangers = [bank.scene(random.choice(others), random) for _ in range(distractors)]
    database = np.concatenate(
        [vectors_of(embedder, bank.photos, side), vectors_of(embedder, strangers, side)]
        if strangers
        else [vectors_of(embedder, bank.photos, side)]
    )
    shares = {}
    for name, edit in BENCH.items():
        queries = [edit(bank.photos[i], bank.photos[random.choice(others)], random) for i in range(queried)]
        likeness = vectors_of(embedder, queries, side) @ database.T
        if name.startswith("pip"):
            # The background is itself in this database; what counts is whether the inset is found before strangers.
            likeness[:, queried : len(bank)] = -1
        shares[name] = float(100 * np.mean(likeness.argmax(1) == np.arange(queried)))
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--photos", type=source, required=True)
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--distractors", type=int, default=3000)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    embedder = embedder_of(options.out)
    shares = recalls(embedder, SIDE, PhotoBank(options.photos.paths()), options.queries, options.distractors)
    print({name: round(value, 1) for name, value in shares.items()}, f"mean {np.mean(list(shares.values())):.2f}")


if __name__ == "__main__":
    main()
