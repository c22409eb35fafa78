#!/usr/bin/python3
"""Writes watermark.json: known answers for the signal, coding and watermark code, from a second implementation.

Needs numpy, scipy and OpenCV (Debian: python3-numpy python3-scipy python3-opencv). Run:  python3 generate.py
Inputs come from a small generator that is written out here and in no library, so that the numbers never change:
x <- (1664525 x + 1013904223) mod 2^32 (Knuth, Numerical Recipes), value = x / 2^32.
"""

import json
import math
import os
import zlib

import cv2
import numpy as np
import scipy.fft
import scipy.ndimage

HERE = os.path.dirname(os.path.abspath(__file__))


class Numbers:
    def __init__(self, seed):
        self.state = seed

    def take(self, count):
        out = np.empty(count)
        for i in range(count):
            self.state = (1664525 * self.state + 1013904223) % 2**32
            out[i] = self.state / 2**32
        return out


def listed(array, digits=7):
    return [float(f"{value:.{digits}g}") for value in np.asarray(array, float).ravel()]


def scene(width, height, seed):
    """A smooth, textured luma plane in [0, 255]: blurred noise at three scales."""
    numbers = Numbers(seed)
    out = np.full((height, width), 128.0, np.float32)
    for sigma, level in ((1.0, 25.0), (4.0, 90.0), (12.0, 220.0)):
        noise = (numbers.take(width * height).reshape(height, width) - 0.5).astype(np.float32)
        out += cv2.GaussianBlur(noise, (0, 0), sigma) * level * sigma
    return np.clip(out, 0, 255).round().astype(np.float32)


# --- Fourier ---------------------------------------------------------------------------------------------------------
def fft2d():
    width, height = 16, 8
    samples = Numbers(1).take(2 * width * height) - 0.5
    plane = (samples[0::2] + 1j * samples[1::2]).reshape(height, width)
    spectrum = scipy.fft.fft2(plane).ravel()
    return dict(
        width=width, height=height, input=listed(samples), output=listed(np.stack([spectrum.real, spectrum.imag], 1))
    )


def nonuniform():
    width, height = 90, 70
    plane = Numbers(2).take(width * height).reshape(height, width) - 0.5
    frequencies = (Numbers(3).take(40).reshape(20, 2) - 0.5) * 0.92
    y, x = np.mgrid[0:height, 0:width]
    x, y = x - width // 2, y - height // 2
    values = [(plane * np.exp(-2j * np.pi * (fx * x + fy * y))).sum() for fx, fy in frequencies]
    return dict(
        width=width,
        height=height,
        seed=2,
        frequencies=listed(frequencies, 9),
        values=listed([[v.real, v.imag] for v in values]),
    )


def band_synthesis():
    side = 24
    u = np.array([0, 1, 2, 3, 5, 7, 4])
    v = np.array([3, -2, 0, 5, -7, 1, -4])
    values = Numbers(4).take(14) - 0.5
    spectrum = np.zeros((side, side), complex)
    spectrum[v % side, u % side] += values[0::2] + 1j * values[1::2]
    tile = np.fft.ifft2(spectrum).real * side * side
    return dict(side=side, u=u.tolist(), v=v.tolist(), values=listed(values), tile=listed(tile))


# --- Picture ---------------------------------------------------------------------------------------------------------
def stacked_blur(plane, sigma):
    """Three extended boxes (Gwosdek et al. 2011), each as a plain correlation."""
    variance = sigma**2 / 3
    radius = int(np.floor((np.sqrt(12 * variance + 1) - 1) / 2))
    alpha = (2 * radius + 1) * (radius * (radius + 1) - 3 * variance) / (6 * (variance - (radius + 1) ** 2))
    kernel = np.array([alpha] + [1.0] * (2 * radius + 1) + [alpha])
    kernel /= kernel.sum()
    out = plane.astype(np.float64)
    for axis in (0, 1):
        for _ in range(3):
            out = scipy.ndimage.correlate1d(out, kernel, axis=axis, mode="mirror")
    return out


def whiten(luma):
    detail = luma - stacked_blur(luma, 5)
    activity = np.sqrt(np.maximum(stacked_blur(detail * detail, 4), 0))
    z = np.clip(detail / (activity + 1.5), -2.5, 2.5)
    return z / np.sqrt(activity + 1.5) * np.minimum(1, activity / 0.3)


def ssim(a, b):
    def smooth(x):
        return cv2.GaussianBlur(x, (11, 11), 1.5, borderType=cv2.BORDER_REFLECT_101)

    mean_a, mean_b = smooth(a), smooth(b)
    var_a, var_b = smooth(a * a) - mean_a**2, smooth(b * b) - mean_b**2
    covariance = smooth(a * b) - mean_a * mean_b
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    index = ((2 * mean_a * mean_b + c1) * (2 * covariance + c2)) / ((mean_a**2 + mean_b**2 + c1) * (var_a + var_b + c2))
    return float(index[5:-5, 5:-5].mean())


def picture():
    width, height = 48, 40
    luma = scene(width, height, 5)
    noise = ((Numbers(6).take(width * height) - 0.5) * 12).reshape(height, width).astype(np.float32)
    changed = np.clip(luma + noise, 0, 255).round().astype(np.float32)
    mse = float(((luma - changed).astype(np.float64) ** 2).mean())
    return dict(
        width=width,
        height=height,
        luma=listed(luma),
        changed=listed(changed),
        blurred=listed(stacked_blur(luma, 2.3)),
        whitened=listed(whiten(luma)),
        ssim=ssim(luma.astype(np.float64), changed.astype(np.float64)),
        psnr=10 * np.log10(255**2 / mse),
    )


def keys_cubic(t, a=-0.5):
    t = abs(t)
    if t <= 1:
        return (a + 2) * t**3 - (a + 3) * t**2 + 1
    return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a if t < 2 else 0.0


def pattern():
    side, width, height, scale = 12, 21, 17, 1.37
    tile = (Numbers(7).take(side * side) - 0.5).reshape(side, side)

    def axis(length):
        rows = np.zeros((length, side))
        for i in range(length):
            at = (i + 0.5) / scale - 0.5
            for k in range(int(np.floor(at)) - 1, int(np.floor(at)) + 3):
                rows[i, k % side] += keys_cubic(at - k)
        return rows

    return dict(
        side=side,
        width=width,
        height=height,
        scale=scale,
        tile=listed(tile),
        output=listed(axis(height) @ tile @ axis(width).T),
    )


# --- Codes -----------------------------------------------------------------------------------------------------------
GENERATORS = (0o11145, 0o12477, 0o15573, 0o16727)
MEMORY = 12


def polar_places():
    """The 160 best of 1024 places by the Gaussian approximation at Es / N0 = 0.3.

    Source: Chung, Richardson, Urbanke 2001, eq. 9.
    """

    def phi(x):
        if x < 10:
            return math.exp(-0.4527 * x**0.86 + 0.0218)
        return math.sqrt(math.pi / x) * math.exp(-x / 4) * (1 - 10 / (7 * x))

    def inverse(y):
        low, high = 0.0, 4000.0
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if phi(middle) > y else (low, middle)
        return (low + high) / 2

    means = [4 * 0.3]
    while len(means) < 1024:
        means = [m for mean in means for m in (inverse(1 - (1 - phi(mean)) ** 2), 2 * mean)]
    return sorted(sorted(range(1024), key=lambda i: -means[i])[:160])


def codes():
    numbers = Numbers(8)
    bits = (numbers.take(160) > 0.5).astype(int)
    kernel = np.array([[1, 0], [1, 1]])
    generator = np.ones((1, 1), int)
    for _ in range(10):
        generator = np.kron(generator, kernel)
    places = polar_places()
    word = np.zeros(1024, int)
    word[places] = bits
    coded = word @ generator % 2
    gauss = np.sqrt(-2 * np.log(1 - numbers.take(1024))) * np.cos(2 * np.pi * numbers.take(1024))
    soft = np.round((1 - 2 * coded) + 1.6 * gauss, 4)
    texts = ["", "123456789", "Assay", "The quick brown fox jumps over the lazy dog"]
    return dict(
        places=places,
        bits=bits.tolist(),
        coded=coded.tolist(),
        soft=listed(soft),
        crc32=[dict(text=t, value=zlib.crc32(t.encode())) for t in texts],
    )


if __name__ == "__main__":
    answers = dict(
        about="Made by generate.py; do not edit.",
        fft2d=fft2d(),
        nonuniform=nonuniform(),
        bandSynthesis=band_synthesis(),
        picture=picture(),
        pattern=pattern(),
        codes=codes(),
    )
    with open(os.path.join(HERE, "watermark.json"), "w") as file:
        json.dump(answers, file, separators=(",", ":"))
        file.write("\n")
