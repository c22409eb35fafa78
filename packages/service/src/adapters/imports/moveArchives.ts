/** Archives of imports, on their way from one service's place to another's. @module */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SharedArchives } from './sharedArchives.ts';

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Each is read back from where it was put and held to its hash; what is there already in these very bytes is not sent again.
 * @param from the first that has an archive counts; @param temporary a folder for one archive at a time
 * @throws {Error} naming an archive that did not arrive as it was
 */
export async function moveArchives(
  from: readonly SharedArchives[],
  to: SharedArchives,
  temporary: string,
): Promise<void> {
  await mkdir(temporary, { recursive: true });
  const done = new Set<string>();
  for (const place of from)
    for (const { name } of await place.list()) {
      if (done.has(name)) continue;
      done.add(name);
      await moveOne(place, to, name, path.join(temporary, randomUUID()));
    }
}

async function moveOne(from: SharedArchives, to: SharedArchives, name: string, own: string): Promise<void> {
  // What a move that is killed leaves, the next start of the folder sweeps by this ending.
  const [file, back] = [`${own}.there.part`, `${own}.back.part`];
  try {
    if (!(await from.fetch(name, file))) return;
    const wanted = await sha256Of(file);
    const arrived = async (): Promise<boolean> => (await to.fetch(name, back)) && (await sha256Of(back)) === wanted;
    if (await arrived()) return;
    await rm(back, { force: true });
    await to.put(name, file);
    if (!(await arrived())) throw new Error(`The archive ${name} did not arrive as it was. Say the move again.`);
  } finally {
    for (const one of [file, back]) await rm(one, { force: true });
  }
}
