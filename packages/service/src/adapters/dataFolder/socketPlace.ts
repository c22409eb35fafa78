/** Where sockets of a data folder are reached. @module */
import { closeSync, constants, openSync } from 'node:fs';
import path from 'node:path';

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, the last one zero. */
const SOCKET_PATH_BYTES_MAX = 103;

/** Paths of sockets in a folder. Linux reaches a folder with a long path through its descriptor. */
export class SocketPlace {
  readonly #base: string;
  readonly #descriptor: number | null = null;

  constructor(folder: string) {
    this.#base = folder;
    if (Buffer.byteLength(path.join(folder, 'lock-1000000')) <= SOCKET_PATH_BYTES_MAX) return;
    if (process.platform !== 'linux')
      throw new Error(`The path of the data folder ${folder} is too long; at most 90 bytes fit.`);
    this.#descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    this.#base = `/proc/self/fd/${this.#descriptor}`;
  }

  of(name: string): string {
    return path.join(this.#base, name);
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}
