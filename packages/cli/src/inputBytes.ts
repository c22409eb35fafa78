/** What a command reads: a file that is named, or standard input for `-`. @module */
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Terminal } from './terminal.ts';

/** @throws the error of node:fs */
export const inputBytes = (word: string, { input }: Pick<Terminal, 'input'>): Promise<Buffer<ArrayBuffer>> =>
  word === '-' ? readAll(input) : readFile(word);

export async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}
