"""The shipped model: what the network and the layout of edges and colours say, put together, as one ONNX file.

    /usr/bin/python3 -m training.embedders.blend OUT models/assay-copy-768.onnx --network N.f32 --layout H.f32

N.f32 and H.f32 are written by bench/retrieval/embedderVectors.ts for windows of the training photos: vectors of the
exported network (training.embedders.export) and of hog-lab. From those windows alone comes the whitening: C = V diag(l) V^T
being the covariance of the network's vectors x,
    y = unit( diag(l_i + r mean(l))^(-1/2) V_k^T (x - mean) ),
counts directions less that all pictures share (Jegou & Chum 2012); r keeps directions that few windows say little about
from being blown up. The model is
    e = ( sqrt(w) y, sqrt(1 - w) unit(B h) ),
h being the 768 numbers of hog-lab and B its projection on the 480 directions in which the windows' vectors lie; cosines
then are w times the network's and 1 - w times the layout's. k, r and w: docs/decisions/0011-embedders.md.
"""
import argparse

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ..common.onnx_export import export
from .evaluate import embedder_of
from .export import PICTURE_INPUT
from .train import SIDE

LENGTH = 768
# The network's vectors lie in a space of 288 dimensions, the channels that it pools; the layout gets the rest.
NETWORK_LENGTH = 288
RIDGE = 0.3
WEIGHT = 0.5


def read_vectors(path: str) -> np.ndarray:
    return np.fromfile(path, np.float32).reshape(-1, LENGTH).astype(np.float64)


def whitening(vectors: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean, and the map from vectors to NETWORK_LENGTH whitened numbers."""
    mean = vectors.mean(0)
    values, axes = np.linalg.eigh(np.cov((vectors - mean).T))
    order = np.argsort(-values)[:NETWORK_LENGTH]
    values, axes = np.maximum(values[order], 0), axes[:, order]
    map_ = axes * (values + RIDGE * values.mean()) ** -0.5
    return torch.from_numpy(mean).float(), torch.from_numpy(map_).float()


def main_axes(layouts: np.ndarray) -> torch.Tensor:
    """LENGTH x (LENGTH - NETWORK_LENGTH). Not centred: a projection keeps cosines, and hog-lab is centred as it comes."""
    _, axes = np.linalg.eigh(layouts.T @ layouts)
    return torch.from_numpy(axes[:, ::-1][:, : LENGTH - NETWORK_LENGTH].copy()).float()


class Blend(nn.Module):
    def __init__(self, embedder: nn.Module, networks: np.ndarray, layouts: np.ndarray):
        super().__init__()
        self.embedder = embedder
        mean, map_ = whitening(networks)
        self.register_buffer("mean", mean)
        self.register_buffer("map", map_)
        self.register_buffer("axes", main_axes(layouts))

    def forward(self, picture, hog_lab):
        seen = F.normalize(torch.matmul(self.embedder(picture) - self.mean, self.map), dim=1)
        layout = F.normalize(torch.matmul(hog_lab, self.axes), dim=1)
        return torch.cat([WEIGHT**0.5 * seen, (1 - WEIGHT) ** 0.5 * layout], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoints", help="folder with copy.pt")
    parser.add_argument("model", help="path of the .onnx to write")
    parser.add_argument("--network", required=True, help="vectors of the exported network")
    parser.add_argument("--layout", required=True, help="vectors of hog-lab")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = Blend(embedder_of(options.checkpoints), read_vectors(options.network), read_vectors(options.layout))
    examples = (torch.rand(1, 3, SIDE, SIDE), torch.rand(1, LENGTH))
    description = {"name": "assay-copy-768/1", "input": PICTURE_INPUT, "output": {"name": "vector"}}
    export(model, examples, options.model, {"picture": {}, "hog_lab": {}}, {"vector": {}}, description)


if __name__ == "__main__":
    main()
