import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { zipOf, type ZipEntry } from '../../../src/http/reply/zip.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

async function* entriesOf(files: Readonly<Record<string, ZipEntry['content']>>): AsyncGenerator<ZipEntry> {
  for (const [name, content] of Object.entries(files)) yield { name, content };
}

async function* parts(...all: readonly string[]): AsyncGenerator<string> {
  yield* all;
}

test('a ZIP file has each file whole, an empty one too', async () => {
  const bytes = await buffer(zipOf(entriesOf({ 'a/one.txt': parts('on', 'e'), 'empty.txt': parts() }), NOW));
  const files = Object.entries(unzipSync(new Uint8Array(bytes)));
  expect(files.map(([name, content]) => [name, Buffer.from(content).toString()])).toEqual([
    ['a/one.txt', 'one'],
    ['empty.txt', ''],
  ]);
});

test('of an endless file no more is read than is taken, and it is closed when the reader goes away', async () => {
  let read = 0;
  const closed = vi.fn();
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        read++;
        yield new Uint8Array(64 * 1024);
      }
    } finally {
      closed();
    }
  }
  const zip = zipOf(entriesOf({ 'endless.bin': endless() }), NOW);
  for await (const chunk of zip) if ((chunk as Uint8Array).length > 1000) break;
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(read).toBeLessThan(20);
});
