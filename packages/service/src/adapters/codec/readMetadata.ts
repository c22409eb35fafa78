/** EXIF, TIFF, XMP and IPTC tags as plain JSON, for people to look at; nothing in Assay trusts them. @module */
import ExifReader from 'exifreader';
import type { ImageMetadata } from '../../app/ports/verify/engine.ts';
import { cleanText, withinLimit } from './metadataJson.ts';
import { readIptc, readXmp } from './packetMetadata.ts';

/** Tag numbers that the TIFF 6.0 baseline and its extensions define; EXIF 2.32 takes these over as "TIFF tags". */
const isTiffTag = (id: number): boolean => (id >= 254 && id <= 532) || id === 33432;

/** Pointers and layout say where bytes lie, which is of no use outside the file. */
const OFFSET_TAGS: ReadonlySet<number> = new Set([273, 279, 324, 325, 330, 513, 514, 34665, 34853, 40965]);

/** Versions and texts that EXIF stores as UNDEFINED bytes: ExifVersion, UserComment, FlashpixVersion. */
const TEXT_TAGS: ReadonlySet<number> = new Set([36864, 37510, 40960]);

/** No EXIF tag that is a list of small numbers for people has more values; longer ones are binary. */
const LIST_LENGTH_MAX = 4;

interface Tag {
  readonly id?: number;
  readonly value?: unknown;
  readonly computed?: unknown;
  readonly description?: unknown;
}

function isByteList(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length > LIST_LENGTH_MAX &&
    value.every((item) => Number.isInteger(item) && (item as number) >= 0 && (item as number) <= 255)
  );
}

/** A tag's value as JSON, or undefined if there is nothing to show. Rationals become numbers. */
function jsonValue(tag: Tag): unknown {
  if (tag.id !== undefined && TEXT_TAGS.has(tag.id) && typeof tag.description === 'string')
    return cleanText(tag.description) || undefined;
  // The stored form tells bytes from rationals, which are pairs there.
  if (isByteList(tag.value)) return Buffer.from(tag.value).toString('base64');
  const value = tag.computed ?? tag.value;
  if (typeof value === 'string') return cleanText(value) || undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items = (value as readonly unknown[])
    .map((item) => (typeof item === 'string' ? cleanText(item) : item))
    .filter((item) => (typeof item === 'string' && item !== '') || (typeof item === 'number' && Number.isFinite(item)));
  return items.length > 1 ? items : items[0];
}

function exifTags(bytes: Uint8Array): Readonly<Record<string, Tag>> {
  try {
    // The reader takes an ArrayBuffer and reads from its start.
    const whole = bytes.buffer.byteLength === bytes.byteLength ? bytes.buffer : Uint8Array.from(bytes).buffer;
    // oxlint-disable-next-line no-named-as-default-member -- CommonJS: Node finds the default export only
    const groups = ExifReader.load(whole as ArrayBuffer, {
      expanded: true,
      computed: true,
      includeTags: { exif: true },
    });
    return (groups.exif ?? {}) as Readonly<Record<string, Tag>>;
  } catch {
    // Missing or malformed: metadata is attacker-controlled decoration and must never fail a picture.
    return {};
  }
}

/** Tags of a JPEG, PNG, TIFF or WebP. Never throws. */
export function readMetadata(bytes: Uint8Array): ImageMetadata {
  const exif: Record<string, unknown> = {};
  const tiff: Record<string, unknown> = {};
  for (const [name, tag] of Object.entries(exifTags(bytes))) {
    if (tag.id === undefined || OFFSET_TAGS.has(tag.id)) continue;
    const value = jsonValue(tag);
    if (value !== undefined) (isTiffTag(tag.id) ? tiff : exif)[name] = value;
  }
  return { exif: withinLimit(exif), tiff: withinLimit(tiff), xmp: readXmp(bytes), iptc: readIptc(bytes) };
}
