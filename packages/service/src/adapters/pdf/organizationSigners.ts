/** Organizations that sign their reports with certificates of their own, from a folder of the operator's. @module */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { certificatesIn } from '../c2pa/claimSignature.ts';
import { readOperatorFile } from '../c2pa/signerFiles.ts';
import { createDocumentSigner, type DocumentSigner } from './cadesSignature.ts';

const FOLDER_SETTING = 'ASSAY_REPORT_CERTIFICATES_FOLDER';
/** As organizations are named in answers. */
const ORGANIZATION_FILE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(pem|key)$/;

/** @param what names both files, for the message @throws {Error} that names them and says why they cannot sign */
export function documentSignerOf(chain: string, key: string, what: string): DocumentSigner {
  try {
    return createDocumentSigner(certificatesIn(chain), key);
  } catch (cause) {
    throw new Error(`${what} cannot sign reports: ${(cause as Error).message}.`, { cause });
  }
}

/**
 * By organization. A file with another name is refused, since a certificate that signs nothing would be noticed too late.
 * @throws {Error} that names the folder or the file that cannot be used
 */
export async function openOrganizationSigners(folder: string | null): Promise<ReadonlyMap<string, DocumentSigner>> {
  if (folder === null) return new Map();
  const names = await readdir(folder).catch((cause: Error) => {
    throw new Error(`${FOLDER_SETTING} names ${folder}, which cannot be read: ${cause.message}`, { cause });
  });
  // Mounted secrets bring links of their own, which begin with a dot.
  const visible = names.filter((name) => !name.startsWith('.'));
  const strange = visible.find((name) => !ORGANIZATION_FILE.test(name));
  if (strange !== undefined)
    throw new Error(
      `${FOLDER_SETTING} holds ${path.join(folder, strange)}: files there are called ORGANIZATION_ID.pem and ORGANIZATION_ID.key.`,
    );
  const ids = new Set(visible.map((name) => name.replace(ORGANIZATION_FILE, '$1')));
  const signers = [...ids].map(async (id): Promise<readonly [string, DocumentSigner]> => {
    const [chainFile, keyFile] = [path.join(folder, `${id}.pem`), path.join(folder, `${id}.key`)];
    const chain = await readOperatorFile(chainFile, FOLDER_SETTING);
    const key = await readOperatorFile(keyFile, FOLDER_SETTING);
    return [id, documentSignerOf(chain, key, `${chainFile} and ${keyFile}`)];
  });
  return new Map(await Promise.all(signers));
}
