/** Content Credentials of an upload as they are kept, read without trusting their shape: they come out of files. @module */

type Json = Readonly<Record<string, unknown>>;

export const CREDENTIAL_STATES = ['trusted', 'valid', 'invalid', 'unreadable'] as const;

export const IDENTITY_STATES = ['trusted', 'valid', 'invalid', 'unchecked'] as const;

/** Whom an identity assertion (CAWG) of a manifest names. */
export interface ClaimedIdentity {
  readonly who: string;
  /** `unchecked`: of an earlier manifest, or its key lies elsewhere. */
  readonly state: (typeof IDENTITY_STATES)[number];
}

export interface Manifest {
  readonly label: string;
  readonly title: string | null;
  readonly generator: string | null;
  readonly signedAt: string | null;
  readonly actions: readonly string[];
  readonly identities: readonly ClaimedIdentity[];
}

export interface Credentials {
  /** `valid`: whole, but nobody vouches for the signer. */
  readonly state: (typeof CREDENTIAL_STATES)[number];
  /** The bytes were changed after they were signed. */
  readonly isBroken: boolean;
  readonly signer: string | null;
  readonly signedAt: string | null;
  readonly isTimeProven: boolean;
  readonly manifests: readonly Manifest[];
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

/** Null: the file had none, or they were not kept. */
export function credentialsOf(metadata: Json | null): Credentials | null {
  if (metadata?.['present'] !== true) return null;
  const signer = record(metadata['signer']);
  return {
    state: CREDENTIAL_STATES.find((state) => state === metadata['validation_state']) ?? 'unreadable',
    isBroken: metadata['binding_broken'] === true,
    signer: text(signer['issuer']) ?? text(signer['common_name']),
    signedAt: text(metadata['signed_at']),
    isTimeProven: metadata['time_proven'] === true,
    manifests: list(metadata['manifests']).map((given) => manifestOf(record(given))),
  };
}

const manifestOf = (given: Json): Manifest => ({
  label: text(given['label']) ?? '',
  title: text(given['title']),
  generator: text(given['claim_generator']),
  signedAt: text(given['signed_at']),
  actions: list(given['actions']).flatMap((action) => text(action) ?? text(record(action)['action']) ?? []),
  identities: list(given['identities']).map(record).flatMap(identityOf),
});

function identityOf(given: Json): readonly ClaimedIdentity[] {
  const who = text(given['common_name']) ?? text(given['issuer']);
  const state = IDENTITY_STATES.find((one) => one === given['validation_state']);
  return who === null ? [] : [{ who, state: state ?? 'unchecked' }];
}
