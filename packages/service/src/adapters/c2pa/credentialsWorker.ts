/** Entry of a worker thread that reads and signs manifests, one at a time. @module */
import { workerData } from 'piscina';
import type { SigningFacts } from '../../app/ports/credentials/credentials.ts';
import { answerJob } from '../engine/jobAnswer.ts';
import { type DeskedJob, tellBegun } from '../engine/jobDesk.ts';
import { installBrowserParts } from './browserParts.ts';
import { readCredentials, type TrustLists } from './readCredentials.ts';
import { signCredentials, type SigningSettings } from './signCredentials.ts';

/** What `createCredentials` sends. */
export type CredentialsJob =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'sign'; readonly bytes: Uint8Array; readonly parent: Uint8Array; readonly facts: SigningFacts };

export interface CredentialsWorkerData {
  readonly trust: TrustLists;
  /** Null: nothing is signed. */
  readonly signing: SigningSettings | null;
}

const { trust, signing } = workerData as CredentialsWorkerData;

installBrowserParts();

function perform(job: CredentialsJob): Promise<unknown> {
  if (job.kind === 'read') return readCredentials(job.bytes, trust);
  if (signing === null) throw new Error('a service without a signer was asked to sign');
  return signCredentials(job, signing);
}

export default function work(job: CredentialsJob & DeskedJob): Promise<unknown> {
  tellBegun(job);
  return answerJob(async () => perform(job));
}
