"""What happens to a picture between marking and reading, as a training sees it.

Linear steps (scaling, blur) and tone are differentiated; codecs and non-linear filters are the real ones, applied to
the bytes, with the gradient passed straight through.
"""

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor


def straight_through(before: Tensor, after: np.ndarray) -> Tensor:
    """The values of ``after`` (uint8, n x h x w) with the gradient of ``before`` (n x 1 x h x w)."""
    values = torch.from_numpy(after)[:, None].float().to(before.device) / 255
    return before + (values - before).detach()


def to_bytes(picture: Tensor) -> np.ndarray:
    return (picture.detach()[:, 0].clamp(0, 1) * 255).round().byte().cpu().numpy()


def jpeg(plane: np.ndarray, quality: float) -> np.ndarray:
    return decoded(".jpg", plane, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])


def webp(plane: np.ndarray, quality: float) -> np.ndarray:
    return decoded(".webp", plane, [cv2.IMWRITE_WEBP_QUALITY, int(quality)])


def decoded(kind: str, plane: np.ndarray, options: list[int]) -> np.ndarray:
    return cv2.imdecode(cv2.imencode(kind, plane, options)[1], cv2.IMREAD_GRAYSCALE)


def spoil(random: np.random.Generator, plane: np.ndarray, severity: float, hardness: float) -> np.ndarray:
    """One picture through one or two codecs or filters drawn at random.

    @param severity 0..1: how much of the common range is open (JPEG from 95 down to 35, noise to 0.04)
    @param hardness 0..1: how much of the range beyond (JPEG 15, WebP, median, NLM, bilateral, palettes)
    """
    lowest = 95 - 60 * severity - 20 * hardness
    kind = random.random()
    if kind < 0.12:
        return plane
    if kind < 0.55:
        return jpeg(plane, random.uniform(lowest, 95))
    if kind < 0.67:
        noisy = plane + random.normal(0, 255 * random.uniform(0, 0.04 + 0.02 * hardness) * severity, plane.shape)
        plane = np.clip(noisy.round(), 0, 255).astype(np.uint8)
    elif hardness > random.random():
        plane = filtered(random, plane)
    return jpeg(plane, random.uniform((lowest + 95) / 2, 95)) if random.random() < 0.4 else plane


def filtered(random: np.random.Generator, plane: np.ndarray) -> np.ndarray:
    """One of the rarer treatments."""
    kind = random.integers(0, 12)
    if kind < 4:
        return webp(plane, random.uniform(25, 90))
    if kind < 6:
        return cv2.medianBlur(plane, int(random.choice([3, 5])))
    if kind < 8:
        return cv2.bilateralFilter(plane, 9, random.uniform(15, 50), random.uniform(2, 6))
    if kind < 9:
        return cv2.fastNlMeansDenoising(plane, None, random.uniform(3, 8), 5, 13)
    if kind < 11:
        steps = random.integers(12, 64)
        return np.round(np.round(plane / 255 * steps) / steps * 255).astype(np.uint8)
    return cv2.addWeighted(plane, 2.0, cv2.GaussianBlur(plane, (0, 0), 1.0), -1.0, 0)


def blur(picture: Tensor, sigma: float) -> Tensor:
    """Gaussian blur, sigma in samples."""
    radius = max(1, int(np.ceil(2.5 * sigma)))
    offsets = torch.arange(-radius, radius + 1, dtype=torch.float32, device=picture.device)
    kernel = torch.exp(-offsets * offsets / (2 * sigma * sigma))
    kernel = (kernel / kernel.sum()).view(1, 1, 1, -1)
    padded = F.pad(picture, (radius,) * 4, mode="replicate")
    return F.conv2d(F.conv2d(padded, kernel), kernel.transpose(2, 3))


def retone(random: np.random.Generator, picture: Tensor, severity: float) -> Tensor:
    """Brightness, contrast and gamma, each picture its own."""

    def factors(spread: float) -> Tensor:
        values = np.exp(random.uniform(-spread, spread, len(picture)) * severity)
        return torch.tensor(values, dtype=torch.float32, device=picture.device).view(-1, 1, 1, 1)

    mean = picture.mean((1, 2, 3), keepdim=True)
    contrasted = (picture * factors(0.4) - mean) * factors(0.4) + mean
    return contrasted.clamp(1e-4, 1) ** factors(0.35)


def scale_to(picture: Tensor, side: int) -> Tensor:
    """Square pictures to side x side, antialiased when shrinking."""
    if side == picture.shape[2]:
        return picture
    return F.interpolate(picture, size=(side, side), mode="bilinear", antialias=True, align_corners=False)


def cover(random: np.random.Generator, picture: Tensor, clean: Tensor) -> Tensor:
    """Puts unmarked content over a part of some pictures, over a few whole ones: there the decoder has to say that it
    knows nothing."""
    side = picture.shape[2]
    mask = torch.zeros_like(picture)
    mask[np.flatnonzero(random.random(len(picture)) < 0.04)] = 1
    for index in np.flatnonzero(random.random(len(picture)) < 0.15):
        height, width = (int(side * part) for part in random.uniform(0.2, 0.6, 2))
        top, left = random.integers(0, side - height), random.integers(0, side - width)
        mask[index, :, top : top + height, left : left + width] = 1
    return picture * (1 - mask) + clean.roll(1, 0) * mask


def attack(random: np.random.Generator, picture: Tensor, severity: float, hardness: float) -> Tensor:
    """Blur, tone and codecs on views at the attacker's resolution, (n, 1, side, side) -> the same."""
    if random.random() < 0.25:
        picture = blur(picture, random.uniform(0.3, 0.31 + 0.9 * severity + 1.8 * hardness))
    if random.random() < 0.25:
        picture = retone(random, picture, severity)
    planes = to_bytes(picture)
    return straight_through(picture, np.stack([spoil(random, plane, severity, hardness) for plane in planes]))
