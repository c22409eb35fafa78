/**
 * Where a picture keeps its C2PA manifest store, without judging it: JPEG in APP11 segments (C2PA 2.2, A.3.1), PNG in a
 * `caBX` chunk (A.3.2), TIFF in tag 52545 (A.3.4), WebP in a `C2PA` chunk (A.3.5).
 * @module
 */
import type { ImageFormat } from '../../app/ports/verify/engine.ts';
import { jpegSegments } from '../codec/jpegSegments.ts';
import { xmpPacket } from '../codec/packetMetadata.ts';
import { pngChunks } from '../codec/pngChunks.ts';
import { readTiff } from '../codec/tiffDirectory.ts';
import { webpChunks } from '../codec/webpChunks.ts';

/** Camera and editor histories with thumbnails stay below a few MiB; nobody needs more to say where a picture is from. */
export const STORE_BYTES_MAX = 32 * 1024 * 1024;

const APP11 = 0xeb;
const TIFF_TAG = 52545;

/** `JP`, the box's number, the packet's number, then 8 bytes of box header that every packet repeats; ISO 19566-5, D.2. */
const JPEG_HEADER = { bytes: 8, boxBytes: 8 } as const;

function jpegStore(bytes: Uint8Array): Uint8Array | null {
  const boxes = new Map<number, { readonly packet: number; readonly payload: Uint8Array }[]>();
  for (const { marker, payload } of jpegSegments(bytes)) {
    const isJumbf = marker === APP11 && payload.length > JPEG_HEADER.bytes + JPEG_HEADER.boxBytes;
    if (!isJumbf || payload[0] !== 0x4a || payload[1] !== 0x50) continue;
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    const packets = boxes.get(view.getUint16(2)) ?? [];
    packets.push({ packet: view.getUint32(4), payload: payload.subarray(JPEG_HEADER.bytes) });
    boxes.set(view.getUint16(2), packets);
  }
  for (const packets of boxes.values()) {
    const ordered = packets.sort((a, b) => a.packet - b.packet);
    const parts = ordered.map(({ payload }, i) => (i === 0 ? payload : payload.subarray(JPEG_HEADER.boxBytes)));
    const box = Buffer.concat(parts);
    if (isManifestStore(box)) return box;
  }
  return null;
}

/** A superbox (`jumb`) whose description (`jumd`) has the type `c2pa`; C2PA 2.2, section 11.1.4. */
function isManifestStore(box: Uint8Array): boolean {
  return (
    Buffer.from(box.subarray(4, 8)).toString('latin1') === 'jumb' &&
    Buffer.from(box.subarray(16, 20)).toString('latin1') === 'c2pa'
  );
}

function pngStore(bytes: Uint8Array): Uint8Array | null {
  const chunk = pngChunks(bytes).find(({ type }) => type === 'caBX');
  return chunk ? bytes.subarray(chunk.start + 8, chunk.end - 4) : null;
}

function tiffStore(bytes: Uint8Array): Uint8Array | null {
  try {
    return readTiff(bytes).entries.find(({ tag }) => tag === TIFF_TAG)?.value ?? null;
  } catch {
    // No directory, no manifest; whoever decodes the file says what is wrong with it.
    return null;
  }
}

/** The bytes of the JUMBF superbox; null if the file has none. Never throws. */
export function manifestStoreIn(bytes: Uint8Array, format: ImageFormat): Uint8Array | null {
  switch (format) {
    case 'jpeg':
      return jpegStore(bytes);
    case 'png':
      return pngStore(bytes);
    case 'tiff':
      return tiffStore(bytes);
    case 'webp':
      return webpChunks(bytes).find(({ type }) => type === 'C2PA')?.payload ?? null;
  }
}

/** How XMP names a manifest that lies elsewhere; C2PA 2.2, section 11.4. */
const REMOTE_MARK = 'dcterms:provenance';

/** The file's XMP may refer to a manifest that the file does not hold. Never throws. */
export function mentionsRemoteManifest(bytes: Uint8Array, format: ImageFormat): boolean {
  try {
    const packet = xmpPacket(bytes, format);
    return packet !== null && Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).includes(REMOTE_MARK);
  } catch {
    return false;
  }
}

const BOX_HEADER_BYTES = 8;
/** Header of the `jumd` box, its type (16 bytes) and its toggles (1 byte) stand before the label; ISO 19566-5, A.2. */
const LABEL_OFFSET = BOX_HEADER_BYTES + 16 + 1;
const LABEL_CHARS_MAX = 300;

const boxType = (box: Uint8Array): string => Buffer.from(box.subarray(4, BOX_HEADER_BYTES)).toString('latin1');

/** The boxes from `start` on; null if they do not add up to the end. */
function boxesFrom(bytes: Uint8Array, start: number): Uint8Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Uint8Array[] = [];
  for (let at = start; at < bytes.length; ) {
    if (at + BOX_HEADER_BYTES > bytes.length) return null;
    const length = view.getUint32(at);
    if (length < BOX_HEADER_BYTES || at + length > bytes.length) return null;
    boxes.push(bytes.subarray(at, at + length));
    at += length;
  }
  return boxes;
}

/** Printable ASCII, as labels of manifests are; null if it is something else. */
function labelOf(superbox: Uint8Array): string | null {
  const description = boxesFrom(superbox, BOX_HEADER_BYTES)?.[0];
  if (!description || boxType(description) !== 'jumd') return null;
  const rest = Buffer.from(description.subarray(LABEL_OFFSET));
  const label = rest.toString('latin1', 0, Math.max(0, rest.indexOf(0)));
  return label.length <= LABEL_CHARS_MAX && /^[\x21-\x7e]+$/.test(label) ? label : null;
}

/**
 * The same store with its active manifest alone, which is the last (C2PA 2.2, section 11.1.4.2); ingredients' manifests
 * are left out. Null if the boxes do not add up or the manifest has no label.
 */
export function activeManifestOnly(store: Uint8Array): { readonly label: string; readonly bytes: Uint8Array } | null {
  if (!isManifestStore(store)) return null;
  const boxes = boxesFrom(store, BOX_HEADER_BYTES) ?? [];
  const [description] = boxes;
  const active = boxes.findLast((box) => boxType(box) === 'jumb');
  const label = active && labelOf(active);
  if (!description || !active || !label) return null;
  const bytes = Buffer.concat([store.subarray(0, BOX_HEADER_BYTES), description, active]);
  bytes.writeUInt32BE(bytes.length, 0);
  return { label, bytes };
}

/** Label of the box with the signature of a claim; C2PA 2.2, section 11.1.4.3. */
const SIGNATURE_LABEL = 'c2pa.signature';

/** COSE_Sign1 of the active manifest's claim, in CBOR; null if the boxes do not add up. */
export function activeSignature(store: Uint8Array): Uint8Array | null {
  if (!isManifestStore(store)) return null;
  const active = boxesFrom(store, BOX_HEADER_BYTES)?.findLast((box) => boxType(box) === 'jumb');
  const box = active && boxesFrom(active, BOX_HEADER_BYTES)?.find((one) => labelOf(one) === SIGNATURE_LABEL);
  return (box && cborIn(box)) ?? null;
}

const ASSERTIONS_LABEL = 'c2pa.assertions';

/** CBOR of an assertion, by the labels of its manifest and its own; null if it is none, or the boxes do not add up. */
export function assertionIn(store: Uint8Array, manifest: string, label: string): Uint8Array | null {
  if (!isManifestStore(store)) return null;
  let box: Uint8Array | undefined = store;
  for (const wanted of [manifest, ASSERTIONS_LABEL, label])
    box = box && boxesFrom(box, BOX_HEADER_BYTES)?.find((one) => labelOf(one) === wanted);
  return (box && cborIn(box)) ?? null;
}

const cborIn = (superbox: Uint8Array): Uint8Array | undefined =>
  boxesFrom(superbox, BOX_HEADER_BYTES)
    ?.find((one) => boxType(one) === 'cbor')
    ?.subarray(BOX_HEADER_BYTES);
