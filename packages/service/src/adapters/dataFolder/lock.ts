/**
 * One process owns a data folder: two would let the embedded database diverge.
 *
 * The lock is a Unix domain socket in the folder that its owner listens on. The kernel closes it when the process ends,
 * however it ends, so that a lock left by SIGKILL is seen as dead at once; a process number, which another process may
 * have by now, decides nothing. It holds between containers that share the folder on one host, too.
 *
 * Rule: bind first, then look. Who takes the folder binds the next free number and afterwards asks every other socket;
 * of two that try at once the later one to look sees the other, so that never both go on.
 * @module
 */
import { readdir, unlink } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { SocketPlace } from './socketPlace.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/** Another process owns the folder. */
export class FolderOwned extends Error {
  override readonly name = 'FolderOwned';

  constructor(folder: string, owner: string) {
    super(
      `The data folder ${folder} belongs to a running Assay (process ${owner}). ` +
        'Stop that one, or give this one a folder of its own with ASSAY_DATA_DIR.',
    );
  }
}

const SOCKET_NAME = /^lock-(\d+)$/;
/** How long an owner may take to tell its process number; it is only for the message. */
const ANSWER_TIMEOUT_MS = 500;
/** Each further attempt means that another process bound the same number in between. */
const ATTEMPTS_MAX = 20;

/** @throws {Error} that names the folder, the owner and what to do, when another process owns the folder */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const place = new SocketPlace(folder);
  try {
    const lock = await bindNextNumber(folder, place);
    try {
      const dead = await deadSockets(folder, place, lock.name);
      await Promise.all(dead.map((name) => unlink(path.join(folder, name)).catch(ignoreMissing)));
    } catch (cause) {
      await lock.release();
      throw cause;
    }
    return {
      release: async () => {
        await lock.release();
        place.close();
      },
    };
  } catch (cause) {
    place.close();
    throw cause;
  }
}

interface BoundLock extends FolderLock {
  readonly name: string;
}

async function bindNextNumber(folder: string, place: SocketPlace): Promise<BoundLock> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const names = await deadSockets(folder, place, null);
    const highest = Math.max(0, ...names.map((name) => Number(SOCKET_NAME.exec(name)?.[1])));
    const name = `lock-${highest + 1}`;
    const server = await listen(place.of(name), folder);
    if (!server) continue;
    return { name, release: () => new Promise((resolve) => server.close(() => resolve())) };
  }
  throw new Error(
    `The data folder ${folder} is contended: ${ATTEMPTS_MAX} attempts to lock it failed. Start it again.`,
  );
}

/** Names of the locks in the folder whose owners are gone. @throws {Error} when an owner lives */
async function deadSockets(folder: string, place: SocketPlace, own: string | null): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => SOCKET_NAME.test(name) && name !== own);
  for (const name of names) {
    const owner = await ask(place.of(name));
    if (owner === null) continue;
    throw new FolderOwned(folder, owner);
  }
  return names;
}

/** Null when the name is taken. */
function listen(socketPath: string, folder: string): Promise<net.Server | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((client) => {
      client.on('error', () => {});
      client.end(String(process.pid));
    });
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') return resolve(null);
      reject(new Error(`The data folder ${folder} cannot be locked; does its file system allow sockets?`, { cause }));
    });
    // The lock alone does not keep the process alive.
    server.listen(socketPath, () => resolve(server)).unref();
  });
}

/** The owner's process number, `unknown` if it is too busy to tell, null when nobody listens. */
function ask(socketPath: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(socketPath);
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => {
      resolve('unknown');
      socket.destroy();
    });
    socket.on('data', (bytes) => {
      answer += bytes.toString();
    });
    socket.on('end', () => resolve(answer || 'unknown'));
    // Only these two say that nobody listens; everything else (a full queue, another user's socket) is an owner.
    socket.on('error', (cause: NodeJS.ErrnoException) =>
      resolve(cause.code === 'ECONNREFUSED' || cause.code === 'ENOENT' ? null : 'unknown'),
    );
  });
}

function ignoreMissing(cause: NodeJS.ErrnoException): void {
  if (cause.code !== 'ENOENT') throw cause;
}
