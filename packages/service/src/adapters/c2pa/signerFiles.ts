/** Where the signer of delivered files comes from: the operator's files, else a development chain in the data folder. @module */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readTextIfThere } from '../dataFolder/readIfThere.ts';
import { writeDurably } from '../dataFolder/writeDurably.ts';
import { createClaimSigner, type SignerFiles } from './claimSignature.ts';

/** Chain and key in one file, so that one is never there without the other. */
const DEVELOPMENT_FILE = 'c2pa-development.pem';
const OWNER_ONLY = 0o600;
const PRIVATE_KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/;

/** The chain of the folder; made if there is none. The caller owns the folder. @throws {Error} when it is damaged */
export async function developmentSigner(folder: string, now: Date): Promise<SignerFiles> {
  const file = path.join(folder, DEVELOPMENT_FILE);
  const text = await readTextIfThere(file);
  if (text === null) {
    // Loaded for this alone, once in the life of a data folder: the certificates' library takes a quarter of a second.
    const { makeDevelopmentChain } = await import('./developmentChain.ts');
    const made = makeDevelopmentChain(now);
    await writeDurably(file, made.certificates + made.privateKey, OWNER_ONLY);
    return made;
  }
  const key = PRIVATE_KEY.exec(text)?.[0];
  if (key === undefined) throw new Error(`${file} is damaged; remove it, and a new chain is made at the next start.`);
  const signer = { certificates: text.replace(PRIVATE_KEY, ''), privateKey: key };
  return usable(signer, file);
}

/** @throws {Error} that names the file and what is wrong with it */
export async function operatorSigner(certificatesFile: string, privateKeyFile: string): Promise<SignerFiles> {
  const certificates = await readOperatorFile(certificatesFile, 'ASSAY_C2PA_CERTIFICATES');
  const privateKey = await readOperatorFile(privateKeyFile, 'ASSAY_C2PA_PRIVATE_KEY');
  return usable({ certificates, privateKey }, `${certificatesFile} and ${privateKeyFile}`);
}

function usable(signer: SignerFiles, source: string): SignerFiles {
  try {
    createClaimSigner(signer);
  } catch (cause) {
    throw new Error(`${source} cannot be used to sign C2PA manifests: ${(cause as Error).message}`, { cause });
  }
  return signer;
}

/** @param setting the setting that names it, for the message */
export async function readOperatorFile(file: string, setting: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new Error(`${setting} names ${file}, which cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Another text whenever one of the files was replaced or changed; a missing one counts as such. */
export async function operatorFilesStamp(files: readonly string[]): Promise<string> {
  const found = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  return found.map((one) => one && `${one.mtimeMs} ${one.size} ${one.ino}`).join();
}
