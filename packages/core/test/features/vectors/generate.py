"""Keypoints of OpenCV's SIFT on a picture that the test draws as well.

Usage: python packages/core/test/features/vectors/generate.py   (needs numpy, opencv-python; made with OpenCV 4.14.0)
Writes sift.json beside itself: every keypoint as [x, y, sigma, orientation in radians].
"""

import json
import pathlib
import sys

import cv2
import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "pictures"))
from deadLeaves import dead_leaves  # noqa: E402

PICTURE = {"width": 480, "height": 360, "seed": 11, "leaves": 2000}
# A camera blurs: without it the leaves' hard edges alias and no two detectors agree on the finest scale.
rgb = cv2.GaussianBlur(dead_leaves(*PICTURE.values()).astype(np.float32), (0, 0), 0.8)
luma = np.clip(np.rint(rgb @ np.float32([0.299, 0.587, 0.114])), 0, 255).astype(np.uint8)
keypoints = [
    [round(k.pt[0], 2), round(k.pt[1], 2), round(k.size / 2, 3), round(float(np.radians(k.angle)), 3)]
    for k in cv2.SIFT_create().detect(luma, None)
]
rows = ",\n".join(json.dumps(row) for row in keypoints)
(HERE / "sift.json").write_text(f'{{"picture": {json.dumps(PICTURE)}, "keypoints": [\n{rows}\n]}}\n')
