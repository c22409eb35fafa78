/** Gives a newly encoded WebP the ICC, EXIF and XMP chunks of its source, byte for byte; RFC 9649, section 2.7. @module */
import { webpChunks } from './webpChunks.ts';

const FLAG = { ICCP: 0x20, alpha: 0x10, EXIF: 0x08, 'XMP ': 0x04 } as const;
type Carried = Exclude<keyof typeof FLAG, 'alpha'>;

function chunk(type: string, payload: Uint8Array): Uint8Array {
  const out = new Uint8Array(8 + payload.length + (payload.length & 1));
  for (let i = 0; i < 4; i++) out[i] = type.charCodeAt(i);
  new DataView(out.buffer).setUint32(4, payload.length, true);
  out.set(payload, 8);
  return out;
}

/** `VP8X`: flags, three reserved bytes, canvas width and height less one in 24 bits each; RFC 9649, section 2.7.1. */
function extendedHeader(flags: number, width: number, height: number): Uint8Array {
  const payload = new Uint8Array(10);
  const view = new DataView(payload.buffer);
  payload[0] = flags;
  view.setUint16(4, (width - 1) & 0xffff, true);
  payload[6] = (width - 1) >> 16;
  view.setUint16(7, (height - 1) & 0xffff, true);
  payload[9] = (height - 1) >> 16;
  return chunk('VP8X', payload);
}

export interface WebpCanvas {
  /** Of the stored picture, before orientation. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

/** @param encoded a still picture as the encoder wrote it */
export function carryWebpChunks(encoded: Uint8Array, source: Uint8Array, canvas: WebpCanvas): Uint8Array {
  const from = webpChunks(source);
  const take = (type: Carried): Uint8Array[] =>
    from
      .filter((candidate) => candidate.type === type)
      .slice(0, 1)
      .map(({ payload }) => chunk(type, payload));
  const icc = take('ICCP');
  const behind = [...take('EXIF'), ...take('XMP ')];
  const pixels = webpChunks(encoded).filter(({ type }) => ['ALPH', 'VP8 ', 'VP8L'].includes(type));
  const isExtended = canvas.hasAlpha || icc.length + behind.length > 0;
  if (!isExtended) return encoded;
  // libwebp leaves a fully opaque alpha channel out; the flag alone says that it is there.
  let flags = canvas.hasAlpha ? FLAG.alpha : 0;
  for (const type of ['ICCP', 'EXIF', 'XMP '] as const) if (take(type).length > 0) flags |= FLAG[type];
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    extendedHeader(flags, canvas.width, canvas.height),
    ...icc,
    ...pixels.map(({ type, payload }) => chunk(type, payload)),
    ...behind,
  ]);
  return chunk('RIFF', body);
}
