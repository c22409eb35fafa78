/** Names whoever owns a data folder among those that write into a store that several share. @module */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { readTextIfThere } from './readIfThere.ts';
import { writeDurably } from './writeDurably.ts';

const FILE_NAME = 'writer';

/** The same after each start, since it lies in the folder; the caller owns the folder (`lock.ts`). */
export async function writerOf(folder: string): Promise<string> {
  const file = path.join(folder, FILE_NAME);
  const kept = (await readTextIfThere(file))?.trim();
  if (kept) return kept;
  const made = randomUUID();
  await writeDurably(file, `${made}\n`, 0o600);
  return made;
}
