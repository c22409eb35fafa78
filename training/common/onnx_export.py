"""A network as an ONNX file beside a JSON description with its SHA-256."""

import hashlib
import json
import os
import warnings

import torch

OPSET = 15  # the newest that torch 1.13 writes without warnings; onnxruntime reads it


def export(
    network: torch.nn.Module, examples: tuple, path: str, inputs: dict, outputs: dict, description: dict
) -> None:
    """Writes ``path`` (.onnx) and the same name with .json.

    @param inputs, outputs names of the graph's ends and, for each, the names of its dynamic axes by number
    @param description what the side-car says besides ``file``, ``sha256`` and ``bytes``
    """
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    network.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            examples,
            path + ".part",
            opset_version=OPSET,
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes={**inputs, **outputs},
        )
    os.replace(path + ".part", path)
    with open(path, "rb") as file:
        content = file.read()
    facts = {"file": os.path.basename(path), "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    with open(os.path.splitext(path)[0] + ".json", "w", encoding="utf-8") as file:
        json.dump({**facts, **description}, file, indent=2)
        file.write("\n")
