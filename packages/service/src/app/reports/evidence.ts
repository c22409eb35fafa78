/** What goes into a bundle of evidence beside the report: the proof of the commitment, and who signs. @module */
import type { Caller } from '../accounts/caller.ts';
import { checkTransaction, type Proof } from '../ledger/checkTransaction.ts';
import type { Ports } from '../ports/ports.ts';
import type { Submission } from '../ports/verify/submissions.ts';
import { type ReportDeps, type ReportedVerification, reportedVerification } from './reportedVerification.ts';

export interface Evidence extends ReportedVerification {
  /** Of the commitment that the result names; null without one, or where this reader is not told. */
  readonly proof: Proof | null;
  /** PEM, the signer's first, of who signed the Content Credentials in the kept picture; null without either. */
  readonly credentialsChain: string | null;
}

type Deps = ReportDeps & Pick<Ports, 'credentials'> & Parameters<typeof checkTransaction>[0];

/** @throws {AppError} VERIFICATION_NOT_FOUND; BLOCKCHAIN_ERROR: the ledger cannot be asked */
export async function evidenceOf(deps: Deps, caller: Caller | null, id: string): Promise<Evidence> {
  const reported = await reportedVerification(deps, caller, id);
  const txHash = reported.told.commitment?.txHash ?? null;
  return {
    ...reported,
    proof: txHash === null ? null : (await checkTransaction(deps, caller, txHash)).proof,
    credentialsChain: reported.submission && (await credentialsChain(deps, reported.submission)),
  };
}

async function credentialsChain(
  { credentials }: Pick<Ports, 'credentials'>,
  { picture }: Submission,
): Promise<string | null> {
  // What a file names elsewhere is another one tomorrow, and a bundle is the same bytes whenever it is asked for.
  if (credentials.manifestStore(picture) === null) return null;
  const { certificates } = await credentials.read(picture);
  return certificates.map(({ pem }) => pem ?? '').join('') || null;
}

export interface Signer {
  /** Raw Ed25519 key. */
  readonly publicKey: Uint8Array;
  readonly sign: (message: Uint8Array) => Promise<Uint8Array>;
}

const NOTHING = new Uint8Array();

/** The organization that the verification was made for; null for one that was made for none. */
export async function bundleSigner(
  { organizationSigner }: Pick<Ports, 'organizationSigner'>,
  organizationId: string | null,
): Promise<Signer | null> {
  if (organizationId === null) return null;
  // Names the key, and makes the first one where there is none.
  const { keyVersion } = await organizationSigner.sign(organizationId, NOTHING);
  const publicKey = await organizationSigner.publicKey(organizationId, keyVersion);
  if (!publicKey) return null;
  return {
    publicKey,
    sign: async (message) => (await organizationSigner.sign(organizationId, message)).signature,
  };
}
