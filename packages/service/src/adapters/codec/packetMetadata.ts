/**
 * XMP and IPTC: packets that lie whole in a file. They are cut out here and read by themselves, so that their size is
 * bounded whatever the container, and a reader that knows a kind of file only in part misses none.
 * @module
 */
import { inflateSync } from 'node:zlib';
import ExifReader from 'exifreader';
import type { ImageFormat, MetadataTags } from '../../app/ports/verify/engine.ts';
import { jpegSegments, startsWith } from './jpegSegments.ts';
import { cleanText, withinLimit } from './metadataJson.ts';
import { pngChunks } from './pngChunks.ts';
import { sniffFormat } from './sniffFormat.ts';
import { readTiff } from './tiffDirectory.ts';
import { webpChunks } from './webpChunks.ts';

const APP1 = 0xe1;
const APP13 = 0xed;
/** XMP specification part 3, 1.1.3, and Photoshop's own name of its resources in a JPEG. */
const XMP_HEADER = 'http://ns.adobe.com/xap/1.0/\0';
const PHOTOSHOP_HEADER = 'Photoshop 3.0\0';
/** Tags of TIFF: XMP, Photoshop's resources, IPTC records; XMP specification part 3, 1.1.6, and TIFF Technical Note 3. */
const TIFF_TAG = { xmp: 700, photoshop: 34377, iptc: 33723 } as const;
/** Keyword of the PNG chunk that holds XMP; XMP specification part 3, 1.1.5. */
const PNG_KEYWORD = 'XML:com.adobe.xmp\0';

/** A segment of a JPEG holds that much behind its length; larger packets are left out, as is extended XMP. */
const SEGMENT_BYTES_MAX = 65_533;

const tiffValue = (bytes: Uint8Array, tag: number): Uint8Array | null =>
  readTiff(bytes).entries.find((entry) => entry.tag === tag)?.value ?? null;

const inflated = (data: Uint8Array): Uint8Array => inflateSync(data, { maxOutputLength: SEGMENT_BYTES_MAX });

/**
 * `iTXt`: keyword, NUL, compression flag and method, language, NUL, translated keyword, NUL, text. libvips writes `zTXt`:
 * keyword, NUL, method, compressed text. PNG, third edition, 11.3.3.
 */
function pngXmp(bytes: Uint8Array): Uint8Array | null {
  for (const { type, start, end } of pngChunks(bytes)) {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset + start + 8, Math.max(0, end - 4 - start - 8));
    if (!body.subarray(0, PNG_KEYWORD.length).equals(Buffer.from(PNG_KEYWORD))) continue;
    if (type === 'zTXt') return inflated(body.subarray(PNG_KEYWORD.length + 1));
    if (type !== 'iTXt') continue;
    const language = body.indexOf(0, PNG_KEYWORD.length + 2);
    const text = body.subarray(body.indexOf(0, language + 1) + 1);
    return body[PNG_KEYWORD.length] === 1 ? inflated(text) : text;
  }
  return null;
}

/** The packet as it lies in the file. @throws {Error} when it is compressed and broken or swells beyond the bound */
export function xmpPacket(bytes: Uint8Array, format: ImageFormat): Uint8Array | null {
  switch (format) {
    case 'jpeg': {
      const found = jpegSegments(bytes).find(
        ({ marker, payload }) => marker === APP1 && startsWith(payload, XMP_HEADER),
      );
      return found?.payload.subarray(XMP_HEADER.length) ?? null;
    }
    case 'png':
      return pngXmp(bytes);
    case 'tiff':
      return tiffValue(bytes, TIFF_TAG.xmp);
    case 'webp':
      return webpChunks(bytes).find(({ type }) => type === 'XMP ')?.payload ?? null;
  }
}

/** Photoshop's image resources, of which 0x0404 holds the IPTC records; PNG and WebP have no place for them. */
function photoshopResources(bytes: Uint8Array, format: ImageFormat): Uint8Array | null {
  if (format === 'jpeg') {
    const found = jpegSegments(bytes).find(
      ({ marker, payload }) => marker === APP13 && startsWith(payload, PHOTOSHOP_HEADER),
    );
    return found?.payload.subarray(PHOTOSHOP_HEADER.length) ?? null;
  }
  if (format !== 'tiff') return null;
  const records = tiffValue(bytes, TIFF_TAG.iptc);
  if (!records) return tiffValue(bytes, TIFF_TAG.photoshop);
  const head = Buffer.from('8BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(records.length, head.length - 4);
  return Buffer.concat([head, records, Buffer.alloc(records.length % 2)]);
}

/** A JPEG of one segment: the smallest file that the reader takes. Null if the packet does not fit. */
function asJpeg(marker: number, header: string, packet: Uint8Array): ArrayBuffer | null {
  const length = 2 + header.length + packet.length;
  if (length > SEGMENT_BYTES_MAX) return null;
  const head = Buffer.from([0xff, 0xd8, 0xff, marker, length >> 8, length & 0xff]);
  const parts = [head, Buffer.from(header, 'latin1'), packet, Buffer.from([0xff, 0xd9])];
  return Uint8Array.from(Buffer.concat(parts)).buffer;
}

interface Tag {
  readonly value?: unknown;
  readonly description?: unknown;
}

/** Lists of texts stay lists; structures become the text that the reader makes of them. */
function jsonValue(tag: Tag | readonly Tag[]): unknown {
  const { value } = Array.isArray(tag) ? { value: tag } : (tag as Tag);
  const items = Array.isArray(value)
    ? (value as readonly Tag[]).filter((item) => typeof item?.description === 'string')
    : [];
  if (items.length > 0) {
    const texts = items.map(({ description }) => cleanText(String(description))).filter((text) => text !== '');
    return texts.length > 1 ? texts : texts[0];
  }
  const { description } = tag as Tag;
  return typeof description === 'string' ? cleanText(description) || undefined : undefined;
}

/** Never throws: metadata is attacker-controlled decoration and must never fail a picture. */
function tagsOf(
  kind: 'xmp' | 'iptc',
  packet: (format: ImageFormat) => ArrayBuffer | null,
  bytes: Uint8Array,
): MetadataTags | null {
  try {
    const file = packet(sniffFormat(bytes));
    if (!file) return null;
    // oxlint-disable-next-line no-named-as-default-member -- CommonJS: Node finds the default export only
    const groups = ExifReader.load(file, { expanded: true, includeTags: { [kind]: true } });
    const tags: Record<string, unknown> = {};
    for (const [name, tag] of Object.entries((groups[kind] ?? {}) as Record<string, Tag | readonly Tag[]>)) {
      const value = name === '_raw' ? undefined : jsonValue(tag);
      if (value !== undefined) tags[cleanText(name)] = value;
    }
    return withinLimit(tags);
  } catch {
    return null;
  }
}

/** Properties of the XMP packet by their local names. */
export const readXmp = (bytes: Uint8Array): MetadataTags | null =>
  tagsOf(
    'xmp',
    (format) => {
      const packet = xmpPacket(bytes, format);
      return packet && asJpeg(APP1, XMP_HEADER, packet);
    },
    bytes,
  );

/** IPTC-IIM data sets by their names. */
export const readIptc = (bytes: Uint8Array): MetadataTags | null =>
  tagsOf(
    'iptc',
    (format) => {
      const resources = photoshopResources(bytes, format);
      return resources && asJpeg(APP13, PHOTOSHOP_HEADER, resources);
    },
    bytes,
  );
