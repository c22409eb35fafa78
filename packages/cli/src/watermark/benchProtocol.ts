/**
 * The JSON-lines protocol of the attack bench: one request a line, one reply a line.
 *     {"op":"embed","in":path,"out":path,"payload":hex,"bits":128} -> {"ok":true,"ms":t,"psnr":dB,"ssim":s}
 *     {"op":"extract","in":path,"bits":128} -> {"ok":true,"detected":bool,"payload":hex|null,"raw":hex|null,"confidence":x,"ms":t}
 *     anything that fails -> {"ok":false,"detected":false,"error":text}
 * Files and time come in as functions, so the command line and the bench share this. `ms` is the algorithm's time,
 * without reading and writing files.
 * @module
 */
import type { Raster } from '@assay/core/raster';
import { embedTracks, type EmbedTracksOptions } from '@assay/core/watermark/embedTracks';
import { extractTracks } from '@assay/core/watermark/extractTracks';
import { PAYLOAD_BITS } from '@assay/core/watermark/payload/payloadCipher';

export interface BenchFiles {
  read(path: string): Promise<Raster>;
  /** Must keep every pixel. */
  write(path: string, picture: Raster): Promise<void>;
  /** A monotonic clock, milliseconds. */
  nowMs(): number;
}

/** @returns the reply, one JSON object without a line end. Never rejects. */
export async function answerBenchLine(line: string, files: BenchFiles, options: EmbedTracksOptions): Promise<string> {
  try {
    const request = parseRequest(line);
    const reply =
      request.op === 'embed' ? await embed(request, files, options) : await extract(request, files, options);
    return JSON.stringify({ ok: true, ...reply });
  } catch (error) {
    return JSON.stringify({
      ok: false,
      detected: false,
      error: error instanceof Error ? error.message : String(error),
    });
  }
}

type Request =
  | { readonly op: 'embed'; readonly input: string; readonly output: string; readonly payload: Uint8Array }
  | { readonly op: 'extract'; readonly input: string };

function parseRequest(line: string): Request {
  const fields = JSON.parse(line) as Readonly<Record<string, unknown>> | null;
  const text = (name: string): string => {
    const value = fields?.[name];
    if (typeof value !== 'string') throw new RangeError(`expected a text "${name}"`);
    return value;
  };
  const bits = fields?.['bits'] ?? PAYLOAD_BITS;
  if (bits !== PAYLOAD_BITS) throw new RangeError(`payloads have ${PAYLOAD_BITS} bits, asked for ${String(bits)}`);
  const op = text('op');
  if (op === 'extract') return { op, input: text('in') };
  if (op === 'embed') return { op, input: text('in'), output: text('out'), payload: bytesOfHex(text('payload')) };
  throw new RangeError(`expected op "embed" or "extract", got "${op}"`);
}

async function embed(
  request: Extract<Request, { op: 'embed' }>,
  files: BenchFiles,
  options: EmbedTracksOptions,
): Promise<object> {
  const picture = await files.read(request.input);
  const start = files.nowMs();
  const { picture: marked, tracks, psnrDb, ssim } = embedTracks(picture, request.payload, options);
  const ms = files.nowMs() - start;
  // A track that found no room is said so; the picture is written all the same, for the other tracks' sake.
  await files.write(request.output, marked);
  return { ms, psnr: psnrDb, ssim, tracks };
}

async function extract(
  request: Extract<Request, { op: 'extract' }>,
  files: BenchFiles,
  options: EmbedTracksOptions,
): Promise<object> {
  const picture = await files.read(request.input);
  const start = files.nowMs();
  const extractions = extractTracks(picture, options).map(({ extraction }) => extraction);
  const ms = files.nowMs() - start;
  const strongest = extractions.toSorted((a, b) => b.pilotZScore - a.pilotZScore)[0];
  const best = extractions.find(({ detected }) => detected) ?? strongest;
  return {
    detected: best?.detected ?? false,
    payload: best?.payload ? hexOfBytes(best.payload) : null,
    raw: best?.raw ? hexOfBytes(best.raw) : null,
    confidence: best?.pilotZScore ?? 0,
    ms,
  };
}

function bytesOfHex(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError(`expected hexadecimal bytes, got "${hex}"`);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
