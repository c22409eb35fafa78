/** Text files line by line: `\n` alone ends one. Node's readline takes other characters for ends too, which JSON leaves as they are. @module */
import { createReadStream } from 'node:fs';

const NEW_LINE = 10;

/** The lines of a file, without their ends. Only the line that is being read is in memory. */
export async function* linesIn(file: string): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      parts.push(chunk.subarray(from, end));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString('utf8');
}

/** Characters that are written at once. */
const CHUNK_CHARACTERS = 64 * 1024;

/** The other way round, in chunks. @param told after each line */
export async function* bytesOfLines(lines: AsyncIterable<string>, told: () => void): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const line of lines) {
    text += `${line}\n`;
    told();
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text.length > 0) yield Buffer.from(text);
}
