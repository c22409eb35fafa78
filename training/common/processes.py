"""One training in several processes of one machine (gloo): gradients are averaged, two cores do two batches a step."""

import argparse
import os
import socket
from collections.abc import Callable

import torch
import torch.distributed as distributed
import torch.multiprocessing as multiprocessing

Work = Callable[[int, int, argparse.Namespace], None]


def launch(count: int, work: Work, arguments: argparse.Namespace) -> None:
    """Runs ``work(rank, count, arguments)`` in ``count`` processes (in this one if count is 1)."""
    if count == 1:
        work(0, 1, arguments)
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    multiprocessing.spawn(_join, args=(count, port, work, arguments), nprocs=count)


def _join(rank: int, count: int, port: int, work: Work, arguments: argparse.Namespace) -> None:
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    distributed.init_process_group("gloo", rank=rank, world_size=count)
    try:
        work(rank, count, arguments)
    finally:
        distributed.destroy_process_group()


def average_gradients(parameters: list[torch.nn.Parameter], count: int) -> None:
    """Replaces every gradient by its mean over the processes, in one message."""
    average([parameter.grad for parameter in parameters if parameter.grad is not None], count)


def average_buffers(module: torch.nn.Module, count: int) -> None:
    """Makes the running statistics of batch normalisation the same in all processes (before a checkpoint)."""
    average([buffer for buffer in module.buffers() if buffer.is_floating_point()], count)


def average(tensors: list[torch.Tensor], count: int) -> None:
    """Means over the processes, in place."""
    if count == 1 or not tensors:
        return
    flat = torch.cat([tensor.reshape(-1) for tensor in tensors])
    distributed.all_reduce(flat)
    flat /= count
    start = 0
    for tensor in tensors:
        tensor.copy_(flat[start : start + tensor.numel()].view_as(tensor))
        start += tensor.numel()
