"""A checkpoint as an ONNX file of the network alone, eight forms and all, for measuring what it is to be whitened with.

/usr/bin/python3 -m training.embedders.export OUT MODEL.onnx
"""

import argparse

import torch

from ..common.onnx_export import export
from .evaluate import embedder_of
from .train import SIDE

# Preprocessing, as the side-car says it: networks.py does the rest.
PICTURE_INPUT = {"size": SIDE, "fit": "stretch", "mean": [0, 0, 0], "std": [1, 1, 1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoints")
    parser.add_argument("model")
    options = parser.parse_args()
    torch.set_num_threads(1)
    description = {"name": "network-768", "input": PICTURE_INPUT, "output": {"name": "vector"}}
    example = torch.rand(1, 3, SIDE, SIDE)
    export(embedder_of(options.checkpoints), (example,), options.model, {"picture": {}}, {"vector": {}}, description)


if __name__ == "__main__":
    main()
