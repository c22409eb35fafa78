/**
 * The library's report on a manifest store, as what the service keeps: bounded in number and length, since every text in
 * it comes from the file.
 * @module
 */
import {
  type ClaimCertificates,
  type CredentialFinding,
  type CredentialReading,
  type CredentialState,
  type IngredientSummary,
  MANIFESTS_SHOWN,
  type ManifestSummary,
} from '../../app/ports/credentials/credentials.ts';
import { identitiesOf, type SignerPayloads } from './identities.ts';
import { asJson, asList, type Json } from './json.ts';
import { LIST_MAX, signerOf, textOf, textsOf } from './shownText.ts';

function generatorOf(manifest: Json): string | null {
  const [first] = asList(manifest.claim_generator_info);
  const { name, version } = asJson(first);
  const named = textOf(name);
  if (named === null) return textOf(manifest.claim_generator);
  return textOf(version) === null ? named : `${named} ${textOf(version)}`;
}

function actionsOf(assertions: readonly unknown[]): string[] {
  const actions = assertions
    .map(asJson)
    .filter(({ label }) => typeof label === 'string' && label.startsWith('c2pa.actions'))
    .flatMap(({ data }) => asList(asJson(data).actions));
  return textsOf(actions.map((action) => asJson(action).action));
}

/** Whom to trust is another question than whether the manifest fits. */
const TRUST_CODES = /^(?:signingCredential|timeStamp|cawg)\./;

/** @param deltas what of the ingredients was found today and not when they were taken in */
function ingredientOf(ingredient: Json, deltas: readonly CredentialFinding[]): IngredientSummary {
  const manifest = textOf(ingredient.active_manifest);
  // Two versions of the assertion note it in two ways: C2PA 2.2, section 18.15.
  const noted = asJson(asJson(ingredient.validation_results).activeManifest).failure;
  const today = deltas.filter(({ url }) => manifest !== null && url?.includes(`/${manifest}`)).map(({ code }) => code);
  const all = [...codesIn(ingredient.validation_status), ...codesIn(noted), ...today];
  const codes = [...new Set(all)].slice(0, LIST_MAX);
  return {
    title: textOf(ingredient.title),
    relationship: textOf(ingredient.relationship),
    manifest,
    codes,
    broken: codes.some((code) => !TRUST_CODES.test(code)),
  };
}

/** @param results of the active manifest, where this is the active one; null of an ancestor */
function summaryOf(
  label: string,
  manifest: Json,
  deltas: readonly CredentialFinding[],
  results: Json | null,
  payloads: SignerPayloads,
): ManifestSummary {
  const assertions = asList(manifest.assertions);
  return {
    label: textOf(label) ?? '',
    claimGenerator: generatorOf(manifest),
    title: textOf(manifest.title),
    signer: signerOf(manifest),
    signedAt: textOf(asJson(manifest.signature_info).time),
    actions: actionsOf(assertions),
    assertions: textsOf(assertions.map((assertion) => asJson(assertion).label)),
    identities: identitiesOf(assertions, results, (assertion) => payloads(label, assertion)),
    ingredients: asList(manifest.ingredients)
      .slice(0, LIST_MAX)
      .map(asJson)
      .map((ingredient) => ingredientOf(ingredient, deltas)),
  };
}

const findingOf = (value: unknown): CredentialFinding[] => {
  const { code, url, explanation } = asJson(value);
  const named = textOf(code);
  return named === null ? [] : [{ code: named, url: textOf(url), explanation: textOf(explanation) }];
};

/** C2PA 2.2, section 15.2.2: the content's hash or the claim's signature does not fit. */
const BINDING_CODES: ReadonlySet<string> = new Set([
  'assertion.dataHash.mismatch',
  'assertion.boxesHash.mismatch',
  'assertion.bmffHash.mismatch',
  'assertion.collectionHash.mismatch',
  'claimSignature.mismatch',
]);

/**
 * A hash over the content that was itself exchanged shows as a mismatch of the reference to its assertion, `c2pa.hash.*`.
 */
const isBroken = ({ code, url }: CredentialFinding): boolean =>
  BINDING_CODES.has(code) || (code === 'assertion.hashedURI.mismatch' && (url?.includes('/c2pa.hash.') ?? false));

const isOfData = ({ code }: CredentialFinding): boolean => code === 'assertion.dataHash.mismatch';
const lastOf = (url: string | null): string => url?.slice(url.lastIndexOf('/') + 1) ?? '';

const codesIn = (values: unknown): string[] => asList(values).flatMap((value) => textOf(asJson(value).code) ?? []);

const isOfIdentity = ({ code }: CredentialFinding): boolean => code.startsWith('cawg.');

/** What a manifest has that is whole; C2PA 2.2, section 14.3.5. */
const OF_WHOLE = ['claimSignature.validated', 'claimSignature.insideValidity'] as const;

/**
 * Whether a manifest is whole is said by its claim and by what that names (C2PA 2.2, section 14.3), trust is that of the claim's
 * signer. The library's own word is not taken: it is by one list alone, and it calls a manifest invalid for identity assertions (CAWG),
 * which others than the signer may make. Those are listed as findings and decide nothing here.
 */
function stateOf({ failures, deltas, successes }: Found): CredentialState {
  const ofClaim = [...failures, ...deltas].filter((finding) => !isOfIdentity(finding));
  const isWhole =
    OF_WHOLE.every((code) => successes.includes(code)) &&
    ofClaim.every(({ code }) => code === 'signingCredential.untrusted');
  if (!isWhole) return 'invalid';
  return failures.every(isOfIdentity) && successes.includes('signingCredential.trusted') ? 'trusted' : 'valid';
}

/** Of the active manifest, and of what it was made of. */
interface Found {
  readonly failures: readonly CredentialFinding[];
  readonly deltas: readonly CredentialFinding[];
  readonly successes: readonly string[];
}

/** What the file itself brings of its signer's certificate (OCSP, stapled); nobody is asked. */
function revocationIn(codes: readonly string[]): CredentialReading['revocation'] {
  if (codes.includes('signingCredential.ocsp.revoked')) return 'revoked';
  return codes.includes('signingCredential.ocsp.notRevoked') ? 'not_revoked' : 'unknown';
}

/** What of a file its report does not have. */
export interface BesideReport {
  /** What the active claim's signature brings. */
  readonly chain: ClaimCertificates;
  /** What identity assertions vouch for. */
  readonly payloads: SignerPayloads;
  /** Whether the bytes that a `c2pa.hash.data` was taken of are in the file. */
  readonly bytesAreThere: (manifest: string, assertion: string) => boolean;
}

/** @param report what the library's reader prints as JSON */
export function summarizeStore(report: Json, beside: Partial<BesideReport> = {}): CredentialReading {
  const { chain = NO_CHAIN, payloads = () => ({}), bytesAreThere = () => false } = beside;
  const manifests = asJson(report.manifests);
  const activeLabel = typeof report.active_manifest === 'string' ? report.active_manifest : null;
  const results = asJson(asJson(report.validation_results).activeManifest);
  const failures = asList(results.failure).flatMap(findingOf);
  const deltas = asList(asJson(report.validation_results).ingredientDeltas)
    .map((delta) => asJson(asJson(delta).validationDeltas))
    .flatMap((delta) => asList(delta.failure).flatMap(findingOf));
  const successes = codesIn(results.success);
  const findings = asList(report.validation_status).slice(0, LIST_MAX).flatMap(findingOf);
  const labels = Object.keys(manifests).sort((a, b) => Number(b === activeLabel) - Number(a === activeLabel));
  const shown = labels
    .slice(0, MANIFESTS_SHOWN)
    .map((label) =>
      summaryOf(label, asJson(manifests[label]), deltas, label === activeLabel ? results : null, payloads),
    );
  const active = activeLabel === null ? null : asJson(manifests[activeLabel]);
  return {
    present: true,
    state: stateOf({ failures, deltas, successes }),
    bindingBroken: failures.some(
      (finding) => isBroken(finding) && !(isOfData(finding) && bytesAreThere(activeLabel ?? '', lastOf(finding.url))),
    ),
    findings: unique([...failures, ...findings]),
    activeManifest: textOf(activeLabel),
    signer: active && signerOf(active),
    ...chain,
    signedAt: active && textOf(asJson(active.signature_info).time),
    timeProven: successes.includes('timeStamp.validated') && successes.includes('timeStamp.trusted'),
    revocation: revocationIn([...successes, ...failures.map(({ code }) => code)]),
    manifests: shown,
    remoteManifest: null,
  };
}

function unique(findings: readonly CredentialFinding[]): CredentialFinding[] {
  const keyOf = ({ code, url }: CredentialFinding): string => `${code} ${url}`;
  return [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()].slice(0, LIST_MAX);
}

const NO_CHAIN: ClaimCertificates = { certificates: [], assuranceLevel: null };

const NOTHING = {
  ...NO_CHAIN,
  bindingBroken: false,
  findings: [],
  activeManifest: null,
  signer: null,
  signedAt: null,
  timeProven: false,
  revocation: 'unknown',
  manifests: [],
  remoteManifest: null,
} as const;

export const noCredentials = (remoteManifest: string | null = null): CredentialReading => ({
  present: false,
  state: null,
  ...NOTHING,
  remoteManifest: textOf(remoteManifest),
});

/** The operator named the place, and it gives no manifest; status code of C2PA 2.2, section 15.2. */
export const inaccessibleCredentials = (remoteManifest: string | null): CredentialReading => ({
  ...noCredentials(remoteManifest),
  findings: [{ code: 'manifest.inaccessible', url: textOf(remoteManifest), explanation: 'It could not be fetched.' }],
});

/** A store is there and cannot be read: so it proves nothing, and is no sign of an altered picture either. */
export const unreadableCredentials = (code: string, explanation: string): CredentialReading => ({
  present: true,
  state: 'invalid',
  ...NOTHING,
  findings: [{ code, url: null, explanation: textOf(explanation) }],
});
