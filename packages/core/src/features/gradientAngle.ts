/**
 * Angle of a vector in [0, 2 pi), accurate to 1e-4 rad: fast enough for every sample of every descriptor.
 *     atan(t) ~ t (c1 + c3 t^2 + c5 t^4 + c7 t^6 + c9 t^8),  0 <= t <= 1,   then moved into its octant.
 * Source: Abramowitz and Stegun 1964, 4.4.49 (|error| <= 1e-5).
 */
export function gradientAngle(dy: number, dx: number): number {
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const long = ax > ay ? ax : ay;
  if (long === 0) return 0;
  const t = (ax > ay ? ay : ax) / long;
  const s = t * t;
  let angle = t * (0.999866 + s * (-0.3302995 + s * (0.180141 + s * (-0.085133 + s * 0.0208351))));
  if (ay > ax) angle = Math.PI / 2 - angle;
  if (dx < 0) angle = Math.PI - angle;
  return dy < 0 ? 2 * Math.PI - angle : angle;
}
