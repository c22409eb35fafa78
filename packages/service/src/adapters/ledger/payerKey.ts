/** The account that pays for transactions: a key pair as Solana's tools write it, a JSON list of 64 numbers. @module */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { z } from 'zod';
import { readTextIfThere } from '../dataFolder/readIfThere.ts';
import { writeDurably } from '../dataFolder/writeDurably.ts';

/** Seed, then public key. */
const KEY_BYTES = 64;
const OWNER_ONLY = 0o600;
const KeyFile = z.array(z.int().min(0).max(255)).length(KEY_BYTES);

/**
 * @param setting a file, or the list itself
 * @throws {Error} with a sentence for the operator, which never quotes the key
 */
export async function readPayer(setting: string): Promise<KeyPairSigner> {
  const isList = setting.trimStart().startsWith('[');
  const place = isList ? 'ASSAY_SOLANA_KEYPAIR' : setting;
  const text = isList ? setting : await readFile(setting, 'utf8').catch(() => null);
  if (text === null) throw new Error(`The key pair ${place} cannot be read.`);
  return signerOf(text, place);
}

/** The key pair in a file, made at the first start. @throws {Error} when the file is damaged */
export async function keptPayer(file: string): Promise<KeyPairSigner> {
  const text = await readTextIfThere(file);
  if (text !== null) return signerOf(text, file);
  const made = JSON.stringify(freshKey());
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeDurably(file, made, OWNER_ONLY);
  return signerOf(made, file);
}

/** One that is forgotten with the process. */
export const passingPayer = (): Promise<KeyPairSigner> => signerOf(JSON.stringify(freshKey()), 'memory');

function freshKey(): number[] {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return [...Buffer.from(d!, 'base64url'), ...Buffer.from(x!, 'base64url')];
}

async function signerOf(text: string, place: string): Promise<KeyPairSigner> {
  try {
    return await createKeyPairSignerFromBytes(Uint8Array.from(KeyFile.parse(JSON.parse(text))));
  } catch {
    // The cause would quote the key.
    throw new Error(`${place} holds no Solana key pair: a JSON list of 64 numbers is needed, seed and public key.`);
  }
}
