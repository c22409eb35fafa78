"""The two shipped models: what networks and handcrafted vectors say, whitened and put together, as ONNX files.

    /usr/bin/python3 -m training.embedders.blend copy OUT models/assay-copy-768.onnx --picture P.f32 --vectors H.f32
    /usr/bin/python3 -m training.embedders.blend vlad - models/assay-vlad-1024.onnx --vectors V.f32

P.f32, H.f32, V.f32 are written by bench/retrieval/embedderVectors.ts for windows of the training photos: the vectors of
the exported network without whitening (training.embedders.export --whiten 0), of hog-lab and of sift-vlad.

Whitening, from those windows alone, C = V diag(l) V^T being the covariance of the vectors x,
    y = unit( diag((l_i + r mean(l))^(-p/2)) V_k^T (x - mean) ),
counts directions less that all pictures share (Jegou & Chum 2012); r keeps directions that few windows say little about
from being blown up. The copy model is
    e = ( sqrt(w) y(network), sqrt(1 - w) unit(B h) ),
h being the 768 numbers of edges and colours by place and B its projection on the 480 directions in which the windows'
vectors lie; cosines then are w times the network's and 1 - w times the layout's. k, p, r and w were chosen on
validation photos (docs/decisions/0011-embedders.md).
"""
import argparse

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ..common.onnx_export import export
from .evaluate import embedder_of
from .train import RECIPES

HOG_LAB_LENGTH = 768
# A CopyNetwork's vectors lie in a space of 288 dimensions, the channels that are pooled; the layout gets the rest.
NETWORK_LENGTH = 288


def read_vectors(path: str, length: int) -> np.ndarray:
    vectors = np.fromfile(path, np.float32)
    return vectors[: len(vectors) // length * length].reshape(-1, length).astype(np.float64)


def whitening(vectors: np.ndarray, kept: int, power: float, ridge: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean, and the map from vectors to `kept` whitened numbers."""
    mean = vectors.mean(0)
    values, axes = np.linalg.eigh(np.cov((vectors - mean).T))
    order = np.argsort(-values)[:kept]
    values, axes = np.maximum(values[order], 0), axes[:, order]
    map_ = axes * (values + ridge * values.mean()) ** (-power / 2)
    return torch.from_numpy(mean).float(), torch.from_numpy(map_).float()


class Whitened(nn.Module):
    def __init__(self, mean: torch.Tensor, map_: torch.Tensor):
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("map", map_)

    def forward(self, vectors):
        return F.normalize(torch.matmul(vectors - self.mean, self.map), dim=1)


class CopyBlend(nn.Module):
    def __init__(self, embedder: nn.Module, whitened: Whitened, layout_axes: torch.Tensor, weight: float):
        super().__init__()
        self.embedder, self.whitened, self.weight = embedder, whitened, weight
        self.register_buffer("layout_axes", layout_axes)

    def forward(self, picture, hog_lab):
        seen = self.whitened(self.embedder(picture))
        layout = F.normalize(torch.matmul(hog_lab, self.layout_axes), dim=1)
        return torch.cat([self.weight**0.5 * seen, (1 - self.weight) ** 0.5 * layout], 1)


def copy_model(options: argparse.Namespace) -> tuple[nn.Module, dict, dict]:
    seen = read_vectors(options.picture, 768)
    layouts = read_vectors(options.vectors, HOG_LAB_LENGTH)
    whitened = Whitened(*whitening(seen, NETWORK_LENGTH, options.power, options.ridge))
    # Not centred: a projection keeps cosines, and the layout is centred as it comes.
    _, axes = np.linalg.eigh(layouts.T @ layouts)
    axes = torch.from_numpy(axes[:, ::-1][:, : HOG_LAB_LENGTH - NETWORK_LENGTH].copy()).float()
    model = CopyBlend(embedder_of("copy", options.checkpoints), whitened, axes, options.weight)
    side = RECIPES["copy"]["side"]
    picture = {"size": side, "fit": "stretch", "mean": [0, 0, 0], "std": [1, 1, 1]}
    return model, {"picture": torch.rand(1, 3, side, side), "hog_lab": torch.rand(1, HOG_LAB_LENGTH)}, {"input": picture}


def vlad_model(options: argparse.Namespace) -> tuple[nn.Module, dict, dict]:
    vectors = read_vectors(options.vectors, 1024)
    model = Whitened(*whitening(vectors, 1024, options.power, options.ridge))
    return model, {"sift_vlad": torch.rand(1, 1024)}, {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("copy", "vlad"))
    parser.add_argument("checkpoints", help="folder with copy.pt; - for vlad")
    parser.add_argument("model", help="path of the .onnx to write")
    parser.add_argument("--picture", help="copy: vectors of the network")
    parser.add_argument("--vectors", required=True, help="vectors of hog-lab or sift-vlad")
    parser.add_argument("--power", type=float, default=1.0)
    parser.add_argument("--ridge", type=float, default=0.3)
    parser.add_argument("--weight", type=float, default=0.6, help="copy: share of the network")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model, inputs, side_car = (copy_model if options.kind == "copy" else vlad_model)(options)
    length = 768 if options.kind == "copy" else 1024
    description = {
        "name": f"assay-{options.kind}-{length}/1",
        **side_car,
        "output": {"name": "vector", "take": "vector"},
        "recipe": {"power": options.power, "ridge": options.ridge, "weight": options.weight},
    }
    export(model, tuple(inputs.values()), options.model, {name: {} for name in inputs}, {"vector": {}}, description)


if __name__ == "__main__":
    main()
