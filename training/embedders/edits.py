"""What people do to pictures before they pass them on, with random strength; 8-bit BGR in, 8-bit BGR out.

`edited` composes them for training. `BENCH` holds the 19 fixed edits of bench/retrieval/edits.ts, in OpenCV, for
choosing models; the figures that are published come from that bench, not from here.
"""

import string
from collections.abc import Sequence
from random import Random

import cv2
import numpy as np


def jpeg(picture: np.ndarray, quality: float) -> np.ndarray:
    return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])[1], cv2.IMREAD_COLOR)


def resized(picture: np.ndarray, factor: float) -> np.ndarray:
    height, width = picture.shape[:2]
    size = max(8, round(width * factor)), max(8, round(height * factor))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)


def rotated(picture: np.ndarray, degrees: float, shade: int = 0) -> np.ndarray:
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    return cv2.warpAffine(picture, turn, (width, height), borderValue=(shade,) * 3)


def cropped(picture: np.ndarray, share: float, random: Random) -> np.ndarray:
    height, width = picture.shape[:2]
    h, w = int(height * share**0.5), int(width * share**0.5)
    y, x = random.randint(0, height - h), random.randint(0, width - w)
    return picture[y : y + h, x : x + w]


def letters(random: Random, count: int) -> str:
    return "".join(random.choices(string.ascii_uppercase + " ", k=count))


def text(picture: np.ndarray, random: Random) -> np.ndarray:
    """Lines of capitals across the picture."""
    out = picture.copy()
    height, width = picture.shape[:2]
    colours = [(255, 255, 255), (0, 0, 255), (0, 0, 0), (0, 255, 255)]
    for line in range(random.randint(1, 3)):
        place = int(width * 0.04), int(height * (0.25 + 0.28 * line))
        stroke = max(1, round(width / 200))
        cv2.putText(
            out, letters(random, 16), place, random.choice([0, 2, 3]), width / 420, random.choice(colours), stroke
        )
    return out


def framed(picture: np.ndarray, top: float, bottom: float, side: float, random: Random) -> np.ndarray:
    """A black, white or grey frame, shares of height and width, with a caption above and below."""
    height, width = picture.shape[:2]
    shade = random.choice([0, 0, 255, 255, random.randint(0, 255)])
    ink = (0,) * 3 if shade > 127 else (255,) * 3
    t, b, s = int(top * height), int(bottom * height), int(side * width)
    out = cv2.copyMakeBorder(picture, t, b, s, s, cv2.BORDER_CONSTANT, value=(shade,) * 3)
    stroke = max(1, round(width / 240))
    font = random.choice([0, 2, 3])
    if t > 8:
        cv2.putText(out, letters(random, 22), (int(0.04 * width), int(t * 0.7)), font, width / 700, ink, stroke)
    if b > 8:
        foot = out.shape[0] - int(0.35 * b)
        cv2.putText(out, letters(random, 22), (int(0.04 * width), foot), font, width / 700, ink, stroke)
    return out


def inset(picture: np.ndarray, background: np.ndarray, scale: float, random: Random) -> np.ndarray:
    """The whole picture at `scale` of the largest size that fits, at a random place of the background."""
    height, width = background.shape[:2]
    small = resized(picture, scale * min(height / picture.shape[0], width / picture.shape[1]))
    out = background.copy()
    y, x = random.randint(0, max(0, height - small.shape[0])), random.randint(0, max(0, width - small.shape[1]))
    small = small[: height - y, : width - x]
    out[y : y + small.shape[0], x : x + small.shape[1]] = small
    return out


def spliced(picture: np.ndarray, other: np.ndarray, share: float, random: Random) -> np.ndarray:
    height, width = picture.shape[:2]
    h, w = int(height * share**0.5), int(width * share**0.5)
    y, x = random.randint(0, height - h), random.randint(0, width - w)
    out = picture.copy()
    out[y : y + h, x : x + w] = cv2.resize(other, (width, height))[y : y + h, x : x + w]
    return out


def tilted(picture: np.ndarray, amount: float, random: Random, shade: int = 0) -> np.ndarray:
    """Every corner moves inwards by up to `amount` of the sides."""
    height, width = picture.shape[:2]
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    inwards = np.float32([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * np.float32([width, height])
    moved = corners + inwards * np.float32([[random.uniform(0, amount), random.uniform(0, amount)] for _ in range(4)])
    turn = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    return cv2.warpPerspective(picture, turn, (width, height), borderValue=(shade,) * 3)


def toned(picture: np.ndarray, gain: float | np.ndarray, offset: float | np.ndarray) -> np.ndarray:
    return cv2.convertScaleAbs(np.clip(picture.astype(np.float32) * gain + offset, 0, 255))


def noisy(picture: np.ndarray, sigma: float, random: Random) -> np.ndarray:
    noise = np.random.RandomState(random.randint(0, 1 << 30)).standard_normal(picture.shape).astype(np.float32)
    return np.clip(picture + sigma * noise, 0, 255).astype(np.uint8)


def grey(picture: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def brighter(picture: np.ndarray, contrast: float, brightness: float) -> np.ndarray:
    return toned(picture, contrast, 128 - 128 * contrast + brightness)


def screenshot(picture: np.ndarray, random: Random) -> np.ndarray:
    small = resized(cropped(picture, random.uniform(0.7, 1), random), random.uniform(0.5, 1))
    cast = (
        np.float32([random.uniform(0.85, 1.15) for _ in range(3)]),
        np.float32([random.uniform(-12, 12) for _ in range(3)]),
    )
    return jpeg(toned(small, *cast), random.uniform(40, 80))


def photometric(picture: np.ndarray, random: Random) -> np.ndarray:
    """Each change with a chance of its own; most queries get one or two."""
    if random.random() < 0.25:
        picture = brighter(picture, random.uniform(0.6, 1.8), random.uniform(-50, 50))
    if random.random() < 0.12:
        picture = toned(picture, np.float32([random.uniform(0.7, 1.3) for _ in range(3)]), random.uniform(-20, 20))
    if random.random() < 0.15:
        picture = grey(picture)
    if random.random() < 0.12:
        picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.4, 2))
    if random.random() < 0.12:
        picture = noisy(picture, random.uniform(2, 14), random)
    if random.random() < 0.12:
        picture = text(picture, random)
    if random.random() < 0.12:
        picture = resized(picture, random.uniform(0.3, 0.9))
    return jpeg(picture, random.uniform(20, 90)) if random.random() < 0.25 else picture


GEOMETRIC = ("none", "crop", "rotate", "tilt", "frame", "inset", "screenshot", "splice")


def geometric(picture: np.ndarray, other: np.ndarray, random: Random, weights: Sequence[float]) -> np.ndarray:
    """One change of place, drawn with `weights` in the order of GEOMETRIC."""
    kind = random.choices(GEOMETRIC, weights)[0]
    shade = random.choice([0, 0, 0, 255, random.randint(0, 255)])
    if kind == "crop":
        return cropped(picture, random.uniform(0.2, 0.8), random)
    if kind == "rotate":
        return rotated(picture, random.uniform(-20, 20), shade)
    if kind == "tilt":
        return tilted(picture, random.uniform(0.05, 0.18), random, shade)
    if kind == "frame":
        return framed(picture, random.uniform(0, 0.3), random.uniform(0, 0.3), random.uniform(0, 0.15), random)
    if kind == "inset":
        return inset(picture, other, random.uniform(0.27, 0.75), random)
    if kind == "screenshot":
        return screenshot(picture, random)
    if kind == "splice":
        return spliced(picture, other, random.uniform(0.05, 0.35), random)
    return picture


def edited(picture: np.ndarray, other: np.ndarray, random: Random, weights: Sequence[float]) -> np.ndarray:
    """A query: one change of place, one more in a fifth of the cases (never two insets), then changes of tone."""
    picture = geometric(picture, other, random, weights)
    if random.random() < 0.2:
        picture = geometric(
            picture, other, random, [w if g != "inset" else 0 for g, w in zip(GEOMETRIC, weights, strict=True)]
        )
    return photometric(picture, random)


def _bench_screenshot(picture: np.ndarray, random: Random) -> np.ndarray:
    small = resized(cropped(picture, 0.85, random), 0.6)
    return jpeg(toned(small, np.float32([0.9, 1.0, 1.12]), np.float32([8, 0, -6])), 60)


BENCH = {
    "jpeg30": lambda p, b, r: jpeg(p, 30),
    "resize.35": lambda p, b, r: resized(p, 0.35),
    "crop50": lambda p, b, r: cropped(p, 0.5, r),
    "crop25": lambda p, b, r: cropped(p, 0.25, r),
    "rot5": lambda p, b, r: rotated(p, 5),
    "rot15": lambda p, b, r: rotated(p, 15),
    "rot90": lambda p, b, r: np.ascontiguousarray(np.rot90(p)),
    "hflip": lambda p, b, r: np.ascontiguousarray(p[:, ::-1]),
    "bright": lambda p, b, r: brighter(p, 1.6, 35),
    "blur2": lambda p, b, r: cv2.GaussianBlur(p, (0, 0), 2),
    "noise10": lambda p, b, r: noisy(p, 10, r),
    "gray": lambda p, b, r: grey(p),
    "text": lambda p, b, r: text(p, r),
    "border": lambda p, b, r: framed(p, 0.18, 0.22, 0.04, r),
    "pip50": lambda p, b, r: inset(p, b, 0.5, r),
    "pip30": lambda p, b, r: inset(p, b, 0.3, r),
    "shot": lambda p, b, r: _bench_screenshot(p, r),
    "splice20": lambda p, b, r: jpeg(spliced(p, b, 0.2, r), 85),
    "persp": lambda p, b, r: tilted(p, 0.12, r),
}
