/** Headers of pictures that wait for their turn: structure judged here, the header read in a thread of its own. @module */
import { Piscina } from 'piscina';
import { refuseByStructure } from '../codec/inspectHeader.ts';
import type { PictureHeader } from './headerWorker.ts';
import type { ReadHeader } from './jobMemory.ts';
import { jobDeadline } from './jobDeadline.ts';
import { sourceExecArgv } from './sourceEntry.ts';

export interface HeaderReader {
  readonly read: ReadHeader;
  close(): Promise<void>;
}

/** A header takes milliseconds; ms. */
const HEADER_MS_MAX = 10_000;

const ENTRY = new URL(`./headerWorker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

/** What a header that ends its thread or takes too long stands for: more than any machine has, so that its job works alone. */
const BOUNDLESS: PictureHeader = {
  format: 'tiff',
  width: 2 ** 20,
  height: 2 ** 20,
  channels: 4,
  depth: 'ushort',
  isProgressive: true,
};

function isRefused(bytes: Uint8Array): boolean {
  try {
    refuseByStructure(bytes);
    return false;
  } catch {
    return true;
  }
}

/** Starts its thread at once. */
export function createHeaderReader(): HeaderReader {
  const piscina = new Piscina({
    filename: ENTRY.href,
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    ...sourceExecArgv(ENTRY),
  });
  // A dead thread is replaced, and whoever waited for it is told below.
  piscina.on('error', () => {});
  return {
    async read(bytes) {
      if (isRefused(bytes)) return null;
      const { began, signal, cancel } = jobDeadline(HEADER_MS_MAX);
      const copy = new Uint8Array(bytes);
      try {
        return (await piscina.run(
          { bytes: copy, began },
          { transferList: [copy.buffer, began], signal },
        )) as PictureHeader | null;
      } catch {
        return BOUNDLESS;
      } finally {
        cancel();
      }
    },
    close: () => piscina.destroy(),
  };
}
