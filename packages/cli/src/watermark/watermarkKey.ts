/** Which key the watermark commands mark and read with. @module */
import { readFile } from 'node:fs/promises';
import { SERVICE_KEY_BYTES } from '@assay/core/watermark/trackKey';
import { UsageError } from '../usageError.ts';
import type { Terminal } from '../terminal.ts';

/**
 * The key when none is given, so that an embedding and a reading process of a bench agree without setting anything up.
 * It is public: marks made with it prove nothing. The bytes spell what it is.
 */
const DEVELOPMENT_KEY = new TextEncoder().encode('assay development key, not secret'.slice(0, SERVICE_KEY_BYTES));

/** Bytes of hexadecimal text; null unless it is `count` bytes long. */
export function parseHex(text: string, count: number): Uint8Array | null {
  const hex = text.trim();
  if (hex.length !== 2 * count || !/^[0-9a-f]*$/i.test(hex)) return null;
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

/**
 * The key in `keyFile`, else in ASSAY_WATERMARK_KEY, read as a service reads that setting; else the development key with a note.
 * @throws {UsageError} on a text that is no key
 */
export async function readWatermarkKey(keyFile: string | undefined, terminal: Terminal): Promise<Uint8Array> {
  const { ASSAY_WATERMARK_KEY: fromSettings } = await terminal.settings();
  if (keyFile === undefined && !fromSettings) {
    terminal.note('No key given: using the public development key. Marks made with it prove nothing.');
    return DEVELOPMENT_KEY;
  }
  const { isSecretText, SECRET_CHARS_MIN } = await import('@assay/service/config/secretKey');
  const { secretKeyOf } = await import('@assay/service/compose/secretKey');
  const text = keyFile === undefined ? (fromSettings as string) : (await readFile(keyFile, 'utf8')).trim();
  if (isSecretText(text)) return secretKeyOf(text);
  throw new UsageError(
    `${keyFile ?? 'ASSAY_WATERMARK_KEY'} must hold what the service has in ASSAY_WATERMARK_KEY: at least ${SECRET_CHARS_MIN} characters, or base64: and the 44 characters of the key in secrets.json`,
  );
}
