"""A checkpoint as models/NAME.onnx with its side-car: eight forms, whitening, unit length, all in the graph.

    /usr/bin/python3 -m training.embedders.export copy OUT models/assay-copy-768.onnx --photos PHOTOS/train:0:417 [--whiten 0.5]

Whitening: vectors of SCENES scenes of the training photos, C = V diag(l) V^T their covariance,
    y = V diag((l + mean(l))^(-w / 2)) V^T (x - mean),
so that directions which all pictures share count less (Jegou & Chum 2012). w = 0 is none; mean(l) keeps small
directions, which few scenes say little about, from being blown up.
"""
import argparse
import os
import random as random_module

import cv2
import numpy as np
import torch

from ..common.onnx_export import export
from ..common.photos import source
from .evaluate import embedder_of, recalls, vectors_of
from .photos import PhotoBank
from .train import RECIPES

SCENES = 1500


def whitening(name: str, folder: str, bank: PhotoBank, strength: float) -> dict:
    """The affine map, from training photos alone."""
    random = random_module.Random(7)
    scenes = [bank.scene(random.randrange(len(bank)), random) for _ in range(SCENES)]
    vectors = vectors_of(embedder_of(name, folder), scenes, RECIPES[name]["side"]).astype(np.float64)
    mean = vectors.mean(0)
    values, axes = np.linalg.eigh(np.cov((vectors - mean).T))
    scale = (np.maximum(values, 0) + values.mean()) ** (-strength / 2)
    map_ = (axes * scale) @ axes.T
    return {"mean": torch.from_numpy(mean).float(), "map": torch.from_numpy(map_).float()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=sorted(RECIPES))
    parser.add_argument("checkpoints")
    parser.add_argument("model")
    parser.add_argument("--photos", type=source, required=True)
    parser.add_argument("--whiten", type=float, default=1.0)
    parser.add_argument("--validate", type=source, help="photos on which recall is measured for several strengths")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    side = RECIPES[options.name]["side"]
    bank = PhotoBank(options.photos.paths())
    if options.validate:
        held = PhotoBank(options.validate.paths())
        for strength in (None, 0.5, 1.0):
            map_ = None if strength is None else whitening(options.name, options.checkpoints, bank, strength)
            shares = recalls(embedder_of(options.name, options.checkpoints, map_), side, held, 24, 500)
            rounded = {name: round(value) for name, value in shares.items()}
            print(strength, f"mean {np.mean(list(shares.values())):.2f}", rounded, flush=True)
        return
    map_ = whitening(options.name, options.checkpoints, bank, options.whiten) if options.whiten > 0 else None
    embedder = embedder_of(options.name, options.checkpoints, map_)
    length = embedder.network.length
    description = {
        "name": f"assay-{options.name}-{length}/1",
        "input": {"size": side, "fit": "stretch", "mean": [0, 0, 0], "std": [1, 1, 1]},
        "output": {"name": "vector", "take": "vector"},
    }
    example = torch.rand(1, 3, side, side)
    export(embedder, (example,), options.model, {"picture": {}}, {"vector": {}}, description)
    print(os.path.getsize(options.model), "bytes")


if __name__ == "__main__":
    main()
