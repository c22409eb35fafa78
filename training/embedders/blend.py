"""The shipped model: what the network, the layout of edges and colours, and the local features say, as one ONNX file.

    /usr/bin/python3 -m training.embedders.blend OUT MODEL.onnx --network N.f32 --layout H.f32 --local V.f32

The three are written by bench/retrieval/embedderVectors.ts for windows of the training photos: vectors of the exported
network (training.embedders.export), of hog-lab and of sift-vlad. From those windows alone comes the whitening:
C = V diag(l) V^T being the covariance of the network's vectors x,
    y = unit( diag(l_i + r mean(l))^(-1/2) V_k^T (x - mean) ),
counts directions less that all pictures share (Jegou & Chum 2012); r keeps directions that few windows say little about
from being blown up. The model is
    e = ( sqrt(w) y, sqrt(w) unit(B h), sqrt(1 - 2 w) unit(C s) ),
h being the 768 numbers of hog-lab, s the 1024 of sift-vlad, B and C their projections on the 256 and 320 directions
that hold most of the windows' vectors; cosines then are w times those of the network and of the layout and 1 - 2 w
times those of the local features. Lengths, r and w: docs/decisions/0011-embedders.md.
"""

import argparse

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..common.onnx_export import export
from .evaluate import embedder_of
from .export import PICTURE_INPUT
from .train import SIDE

LENGTH = 768
VLAD_LENGTH = 1024
NETWORK_LENGTH, LAYOUT_LENGTH, LOCAL_LENGTH = 192, 256, 320
RIDGE = 0.3
# Of the network, and of the layout; what they leave is the local features'.
WEIGHT = 0.25


def read_vectors(path: str, length: int = LENGTH) -> np.ndarray:
    return np.fromfile(path, np.float32).reshape(-1, length).astype(np.float64)


def whitening(vectors: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean, and the map from vectors to NETWORK_LENGTH whitened numbers."""
    mean = vectors.mean(0)
    values, axes = np.linalg.eigh(np.cov((vectors - mean).T))
    order = np.argsort(-values)[:NETWORK_LENGTH]
    values, axes = np.maximum(values[order], 0), axes[:, order]
    map_ = axes * (values + RIDGE * values.mean()) ** -0.5
    return torch.from_numpy(mean).float(), torch.from_numpy(map_).float()


def main_axes(vectors: np.ndarray, count: int) -> torch.Tensor:
    """Columns. Not centred: a projection keeps cosines, and both vectors are centred as they come."""
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    return torch.from_numpy(axes[:, ::-1][:, :count].copy()).float()


class Blend(nn.Module):
    def __init__(self, embedder: nn.Module, networks: np.ndarray, layouts: np.ndarray, locals_: np.ndarray):
        super().__init__()
        self.embedder = embedder
        mean, map_ = whitening(networks)
        self.register_buffer("mean", mean)
        self.register_buffer("map", map_)
        self.register_buffer("layout_axes", main_axes(layouts, LAYOUT_LENGTH))
        self.register_buffer("local_axes", main_axes(locals_, LOCAL_LENGTH))

    def forward(self, picture: Tensor, hog_lab: Tensor, sift_vlad: Tensor) -> Tensor:
        seen = F.normalize(torch.matmul(self.embedder(picture) - self.mean, self.map), dim=1)
        layout = F.normalize(torch.matmul(hog_lab, self.layout_axes), dim=1)
        local = F.normalize(torch.matmul(sift_vlad, self.local_axes), dim=1)
        return torch.cat([WEIGHT**0.5 * seen, WEIGHT**0.5 * layout, (1 - 2 * WEIGHT) ** 0.5 * local], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoints", help="folder with copy.pt")
    parser.add_argument("model", help="path of the .onnx to write")
    parser.add_argument("--network", required=True, help="vectors of the exported network")
    parser.add_argument("--layout", required=True, help="vectors of hog-lab")
    parser.add_argument("--local", required=True, help="vectors of sift-vlad")
    options = parser.parse_args()
    torch.set_num_threads(1)
    vectors = read_vectors(options.network), read_vectors(options.layout), read_vectors(options.local, VLAD_LENGTH)
    model = Blend(embedder_of(options.checkpoints), *vectors)
    examples = (torch.rand(1, 3, SIDE, SIDE), torch.rand(1, LENGTH), torch.rand(1, VLAD_LENGTH))
    description = {"name": "assay-copy-768/2", "input": PICTURE_INPUT, "output": {"name": "vector"}}
    inputs = {"picture": {}, "hog_lab": {}, "sift_vlad": {}}
    export(model, examples, options.model, inputs, {"vector": {}}, description)


if __name__ == "__main__":
    main()
