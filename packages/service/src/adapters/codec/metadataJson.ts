/** What all kinds of metadata share on their way to JSON. @module */
import type { MetadataTags } from '../../app/ports/verify/engine.ts';

/**
 * Largest JSON of one kind of metadata, bytes of UTF-8: far above what cameras write, far below what would weigh on
 * every answer.
 */
const JSON_BYTES_MAX = 64 * 1024;

/** Databases take neither NUL nor half of a surrogate pair in JSON text. */
export function cleanText(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    .trim();
}

/** Drops the largest values until the whole fits. */
export function withinLimit(tags: Record<string, unknown>): MetadataTags | null {
  const sizes = Object.entries(tags).map(([name, value]) => ({
    name,
    sizeBytes: Buffer.byteLength(JSON.stringify({ [name]: value })),
  }));
  let total = sizes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 2);
  const kept = new Set(Object.keys(tags));
  for (const { name, sizeBytes } of sizes.sort((a, b) => b.sizeBytes - a.sizeBytes)) {
    if (total <= JSON_BYTES_MAX) break;
    total -= sizeBytes;
    kept.delete(name);
  }
  return kept.size === 0 ? null : Object.fromEntries(Object.entries(tags).filter(([name]) => kept.has(name)));
}
