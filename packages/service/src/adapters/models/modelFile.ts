/** Model files: an ONNX file and, beside it, a JSON file of the same name that says its SHA-256. @module */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { shippedFolder } from '../runtime/shippedFolder.ts';

/** The models that come with the service. */
export const SHIPPED_MODELS = shippedFolder('models', 'models');

/** The folder that a setting names: '' is the shipped one, null none. */
export function modelsFolder(setting: string | null): string | null {
  return setting === '' ? SHIPPED_MODELS : setting;
}

/** What a side-car must say; it may say more. */
interface SideCar {
  readonly file: string;
  readonly sha256: string;
}

export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** True if both the model and its side-car are there. */
export function hasModel(folder: string, name: string): boolean {
  return existsSync(path.join(folder, `${name}.onnx`)) && existsSync(path.join(folder, `${name}.json`));
}

/** The bytes of a model. @throws {ModelError} if a file is missing, unreadable, or not the one that the side-car describes */
export function readModel(folder: string, name: string): Uint8Array<ArrayBuffer> {
  const file = path.join(folder, `${name}.onnx`);
  const expected = readSideCar(path.join(folder, `${name}.json`));
  const bytes = new Uint8Array(read(file));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== expected.sha256.toLowerCase())
    throw new ModelError(
      `${file}: its SHA-256 is ${found}, ${name}.json says ${expected.sha256}; copy both files again from where they came`,
    );
  return bytes;
}

function readSideCar(file: string): SideCar {
  let parsed: unknown;
  try {
    parsed = JSON.parse(read(file).toString('utf8'));
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError(`${file}: is not JSON`, { cause });
  }
  const { sha256 } = (parsed ?? {}) as Partial<SideCar>;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256))
    throw new ModelError(`${file}: must have a member "sha256" of 64 hexadecimal digits`);
  return parsed as SideCar;
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new ModelError(`${file}: cannot be read`, { cause });
  }
}
