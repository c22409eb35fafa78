/** What Assay says of a public file, in the form that the table keeps and a test holds it against. @module */
import { createCredentials } from '@assay/service/adapters/c2pa/credentials';
import { NO_TRUST, type TrustLists } from '@assay/service/adapters/c2pa/trustLists';
import type { CredentialReading, Credentials } from '@assay/service/app/ports/credentials/credentials';

export interface Outcome {
  readonly present: boolean;
  /** Without any trust list, and with those of the collection. */
  readonly state: CredentialReading['state'];
  readonly stateWithLists: CredentialReading['state'];
  readonly bindingBroken: boolean;
  /** Without any list and with them, of the active manifest and of what was found of its ingredients today. Each code once. */
  readonly failures: readonly string[];
  readonly failuresWithLists: readonly string[];
  /** What crJSON says beside them, of the active manifest with the lists of signers. */
  readonly informational: readonly string[];
  readonly successes: readonly string[];
  readonly claimVersion: 1 | 2 | null;
  readonly signer: string | null;
  readonly timeProven: boolean;
  readonly manifests: number;
  readonly ingredients: readonly {
    readonly title: string | null;
    readonly relationship: string | null;
    readonly codes: readonly string[];
    readonly broken: boolean;
  }[];
  readonly identities: readonly {
    readonly kind: string | null;
    readonly issuer: string | null;
    readonly named: string | null;
    readonly state: CredentialReading['state'];
  }[];
  readonly remoteManifest: string | null;
}

export interface Readers {
  readonly doubting: Credentials;
  readonly trusting: Credentials;
}

/** A minute, and not the service's few seconds: what a file is does not hang on how busy the machine is. */
const UNHURRIED = { read: 60_000, sign: 60_000 };

export function readersOf(lists: TrustLists): Readers {
  const settings = { signing: null, namespace: 'bench.assay', jobMsMax: UNHURRIED };
  return {
    doubting: createCredentials({ trust: NO_TRUST, ...settings }),
    trusting: createCredentials({ trust: lists, ...settings }),
  };
}

const once = (codes: readonly string[]): string[] => [...new Set(codes)].sort();

type Codes = readonly { readonly code: string }[];
interface CrJson {
  readonly manifests?: readonly {
    readonly label: string;
    readonly 'claim.v2'?: object;
    readonly validationResults?: { readonly success?: Codes; readonly informational?: Codes };
  }[];
}

/** @returns the outcome, and until when it stands: where no time stamp proves the signature, that of its certificate; null: for good */
export async function outcomeOf(
  bytes: Uint8Array,
  { doubting, trusting }: Readers,
): Promise<{ readonly outcome: Outcome; readonly until: string | null }> {
  const [doubted, reading] = [await doubting.read(bytes), await trusting.read(bytes)];
  const report = JSON.parse((await trusting.readCrJson(bytes)) ?? '{}') as CrJson;
  const active = report.manifests?.find(({ label }) => label === reading.activeManifest);
  const codesOf = (codes: Codes = []): string[] => once(codes.map(({ code }) => code));
  const outcome: Outcome = {
    present: reading.present,
    state: doubted.state,
    stateWithLists: reading.state,
    bindingBroken: reading.bindingBroken,
    failures: codesOf(doubted.findings),
    failuresWithLists: codesOf(reading.findings),
    informational: codesOf(active?.validationResults?.informational),
    successes: codesOf(active?.validationResults?.success),
    claimVersion: active ? (active['claim.v2'] ? 2 : 1) : null,
    signer: reading.signer?.commonName ?? reading.signer?.issuer ?? null,
    timeProven: reading.timeProven,
    manifests: reading.manifests.length,
    ingredients: reading.manifests.flatMap(({ ingredients }) =>
      ingredients.map(({ title, relationship, codes, broken }) => ({
        title,
        relationship,
        codes: [...codes].sort(),
        broken,
      })),
    ),
    identities: reading.manifests.flatMap(({ identities }) =>
      identities.map(({ kind, signer, state }) => ({
        kind,
        issuer: signer?.issuer ?? null,
        named: signer?.commonName ?? null,
        state,
      })),
    ),
    remoteManifest: reading.remoteManifest,
  };
  return { outcome, until: untilWhen(reading) };
}

function untilWhen(reading: CredentialReading): string | null {
  const end = reading.certificates[0]?.validTo;
  return reading.timeProven || end === undefined || end < new Date().toISOString() ? null : end;
}
