import { type RgbPicture, rgbPicture } from './rgbPicture.ts';

/** Where an output pixel reads the input; coordinates of pixel centres. */
export type InverseMap = (x: number, y: number) => readonly [x: number, y: number];

/** Bilinear warp; what lies outside the input is black. */
export function warp(input: RgbPicture, width: number, height: number, inverse: InverseMap): RgbPicture {
  const out = rgbPicture(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = inverse(x, y);
      const left = Math.floor(u);
      const top = Math.floor(v);
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let j = 0; j < 2; j++)
          for (let i = 0; i < 2; i++) {
            const weight = (i ? u - left : 1 - (u - left)) * (j ? v - top : 1 - (v - top));
            const inside = left + i >= 0 && left + i < input.width && top + j >= 0 && top + j < input.height;
            if (inside) sum += weight * (input.data[((top + j) * input.width + left + i) * 3 + c] as number);
          }
        out.data[(y * width + x) * 3 + c] = Math.round(sum);
      }
    }
  return out;
}

/** Rotation about the middle by `degrees`, counter-clockwise, the frame kept. */
export function rotate(input: RgbPicture, degrees: number): RgbPicture {
  const { width, height } = input;
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return warp(input, width, height, (x, y) => {
    const dx = x - width / 2;
    const dy = y - height / 2;
    return [cos * dx - sin * dy + width / 2, sin * dx + cos * dy + height / 2];
  });
}

/**
 * Draws the whole input onto the quadrilateral `corners` (top left, top right, bottom right, bottom left).
 * The map from the output to the unit square is found by Heckbert 1989, "Fundamentals of Texture Mapping", section 2.2.3.
 */
export function perspective(input: RgbPicture, corners: readonly (readonly [number, number])[]): RgbPicture {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners as [
    [number, number],
    [number, number],
    [number, number],
    [number, number],
  ];
  // Unit square (u, v) -> output: (a u + b v + c, d u + e v + f) / (g u + h v + 1).
  const dx1 = x1 - x2;
  const dx2 = x3 - x2;
  const sx = x0 - x1 + x2 - x3;
  const dy1 = y1 - y2;
  const dy2 = y3 - y2;
  const sy = y0 - y1 + y2 - y3;
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return warp(input, input.width, input.height, (x, y) => {
    // The adjugate inverts the map; its scale cancels in the division.
    const u = (e - f * h) * x + (c * h - b) * y + (b * f - c * e);
    const v = (f * g - d) * x + (a - c * g) * y + (c * d - a * f);
    const w = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d);
    return [(u / w) * input.width, (v / w) * input.height];
  });
}
