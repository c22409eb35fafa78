"""Checkpoints that are never half written."""

import os

import torch


def save(path: str, state: dict) -> None:
    """Writes beside the file, then renames over it: a stop in between leaves the older checkpoint whole."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    torch.save(state, path + ".part")
    os.replace(path + ".part", path)


def load(path: str) -> dict:
    """The state saved at a path, on the CPU.

    @raises SystemExit if there is none
    """
    if not os.path.exists(path):
        raise SystemExit(f"{path}: no such checkpoint")
    return torch.load(path, map_location="cpu")


def load_if_there(path: str) -> dict | None:
    """The same; None if there is none yet."""
    return load(path) if os.path.exists(path) else None
