"""What the evaluation does to marked pictures: whole colour pictures, RGB uint8, aligned (no geometry but scaling)."""

from collections.abc import Callable

import cv2
import numpy as np

Treatment = Callable[[np.ndarray, np.random.Generator], np.ndarray]


def codec(kind: str, quality: int) -> Treatment:
    flag = cv2.IMWRITE_JPEG_QUALITY if kind == ".jpg" else cv2.IMWRITE_WEBP_QUALITY
    return lambda picture, _: cv2.imdecode(cv2.imencode(kind, picture, [flag, quality])[1], cv2.IMREAD_COLOR)


def scaled(factor: float) -> Treatment:
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return lambda picture, _: cv2.resize(picture, None, fx=factor, fy=factor, interpolation=method)


def noise(level: float) -> Treatment:
    return lambda picture, random: np.clip(picture + random.normal(0, level, picture.shape), 0, 255).astype(np.uint8)


def tone(gain: float, contrast: float, gamma: float) -> Treatment:
    values = np.clip(((np.arange(256) / 255 * gain - 0.5) * contrast + 0.5), 0, 1) ** gamma
    table = np.round(values * 255).astype(np.uint8)
    return lambda picture, _: cv2.LUT(picture, table)


def grey(picture: np.ndarray, _: np.random.Generator) -> np.ndarray:
    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def chain(*steps: Treatment) -> Treatment:
    def apply(picture: np.ndarray, random: np.random.Generator) -> np.ndarray:
        for step in steps:
            picture = step(picture, random)
        return picture

    return apply


TREATMENTS: dict[str, Treatment] = {
    "none": lambda picture, _: picture,
    "jpeg90": codec(".jpg", 90),
    "jpeg70": codec(".jpg", 70),
    "jpeg50": codec(".jpg", 50),
    "jpeg30": codec(".jpg", 30),
    "jpeg15": codec(".jpg", 15),
    "webp75": codec(".webp", 75),
    "webp50": codec(".webp", 50),
    "resize50": scaled(0.5),
    "resize35": scaled(0.35),
    "resize33+jpeg50": chain(scaled(0.33), codec(".jpg", 50)),
    "up200+jpeg50": chain(scaled(2.0), codec(".jpg", 50)),
    "noise10": noise(10),
    "noise20": noise(20),
    "blur1": lambda picture, _: cv2.GaussianBlur(picture, (0, 0), 1),
    "blur2": lambda picture, _: cv2.GaussianBlur(picture, (0, 0), 2),
    "blur3": lambda picture, _: cv2.GaussianBlur(picture, (0, 0), 3),
    "median5": lambda picture, _: cv2.medianBlur(picture, 5),
    "nlm": lambda picture, _: cv2.fastNlMeansDenoisingColored(picture, None, 6, 6, 5, 15),
    "bilateral": lambda picture, _: cv2.bilateralFilter(picture, 9, 40, 5),
    "bright+20": tone(1.2, 1, 1),
    "contrast0.7": tone(1, 0.7, 1),
    "gamma1.4": tone(1, 1, 1.4),
    "grey": grey,
    "social": chain(scaled(0.6), codec(".jpg", 70)),
}
"""Pictures are BGR here, as OpenCV has them."""
