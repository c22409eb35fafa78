/**
 * What those who published a file say of it: in its name, in the tests that use it, or in a list beside it. Not what any program found.
 * @module
 */
import type { Outcome } from './outcome.ts';

export interface Statement {
  readonly by: string;
  /** With the trust lists. */
  readonly states?: readonly Outcome['state'][];
  /** Each must be among all codes of the file; several in one line: one of them. */
  readonly codes?: readonly (string | readonly string[])[];
  /** One ingredient, at least, is broken with this code. */
  readonly brokenIngredient?: string;
}

const NAMES = 'naming of the public test files (c2pa-org/public-testfiles, image/README.md)';
/** E-what: what was done to a file of that name. */
const ERRORS: Readonly<Record<string, string>> = {
  sig: 'claimSignature.mismatch',
  uri: 'assertion.hashedURI.mismatch',
  dat: 'assertion.dataHash.mismatch',
  clm: 'ingredient.manifest.missing',
};
const NAMED =
  /(?:[/:]|\d{8}-)((?:E-(?<error>sig|uri|dat|clm)-)?(?<letters>[CAIX]+)(?:E-(?<inner>sig|uri)-[CAIX]+)?)\.jpg$/;

function byName(file: string): Statement | null {
  const { error, letters = '', inner } = NAMED.exec(file)?.groups ?? {};
  if (letters === '') return null;
  const by = NAMES;
  if (error) return { by, states: ['invalid'], codes: [ERRORS[error] ?? ''] };
  if (letters.startsWith('X')) return { by, states: ['invalid'], codes: ['assertion.dataHash.mismatch'] };
  if (letters.startsWith('C'))
    return { by, states: ['valid', 'trusted'], ...(inner ? { brokenIngredient: ERRORS[inner] ?? '' } : {}) };
  return { by, states: [null] };
}

const CAWG_TESTS = 'sdk/src/identity/tests of contentauth/c2pa-rs';
/** By names of files in the tests of identity assertions. */
const IDENTITY_CODES: Readonly<Record<string, string | readonly string[]>> = {
  success: ['cawg.ica.credential_valid', 'cawg.ica.untrusted_issuer'],
  valid_time_stamp: 'cawg.ica.time_stamp.validated',
  valid_until_in_future: ['cawg.ica.credential_valid', 'cawg.ica.untrusted_issuer'],
  adobe_connected_identities: ['cawg.ica.credential_valid', 'cawg.ica.untrusted_issuer', 'cawg.ica.did_unavailable'],
  ims_multiple_manifests: ['cawg.ica.credential_valid', 'cawg.ica.untrusted_issuer', 'cawg.ica.did_unavailable'],
  did_doc_without_assertion_method: ['cawg.ica.invalid_did_document', 'cawg.ica.did_unavailable'],
  unresolvable_did: 'cawg.ica.did_unavailable',
  invalid_content_type: 'cawg.ica.invalid_content_type',
  invalid_content_type_assigned: 'cawg.ica.invalid_content_type',
  missing_content_type: 'cawg.ica.invalid_content_type',
  invalid_cose_sign1: 'cawg.ica.invalid_cose_sign1',
  invalid_cose_sign_alg: 'cawg.ica.invalid_alg',
  missing_cose_sign_alg: 'cawg.ica.invalid_alg',
  invalid_issuer_did: 'cawg.ica.invalid_issuer',
  unsupported_did_method: ['cawg.ica.invalid_issuer', 'cawg.ica.did_unsupported_method'],
  invalid_time_stamp: 'cawg.ica.time_stamp.invalid',
  invalid_vc: 'cawg.ica.invalid_verifiable_credential',
  missing_vc: 'cawg.ica.invalid_verifiable_credential',
  signature_mismatch: 'cawg.ica.signature_mismatch',
  signer_payload_mismatch: 'cawg.ica.signer_payload.mismatch',
  valid_from_after_time_stamp: 'cawg.ica.valid_from.invalid',
  valid_from_in_future: 'cawg.ica.valid_from.invalid',
  valid_from_missing: 'cawg.ica.valid_from.missing',
  valid_until_in_past: 'cawg.ica.valid_until.invalid',
  duplicate_assertion_reference: 'cawg.identity.assertion.duplicate',
  extra_assertion_claim_v1: 'cawg.identity.assertion.mismatch',
  extra_field: 'cawg.identity.well-formed',
  invalid_sig_type: 'cawg.identity.sig_type.unknown',
  malformed_cbor: 'cawg.identity.cbor.invalid',
  no_hard_binding: 'cawg.identity.hard_binding_missing',
  pad1_invalid: 'cawg.identity.pad.invalid',
  pad2_invalid: 'cawg.identity.pad.invalid',
};

function byTests(file: string): Statement | null {
  if (!file.includes('/identity/tests/fixtures/')) return null;
  const code = IDENTITY_CODES[file.slice(file.lastIndexOf('/') + 1).replace('.jpg', '')];
  // They ask only that the claim is whole: an identity assertion decides nothing of that.
  return code === undefined ? null : { by: CAWG_TESTS, states: ['valid', 'trusted'], codes: [code] };
}

const CARDS = 'test/unit-tests.html of microsoft/c2pa-extension-validator';
const SUITE = 'corpus.json of encypherai/encypher-c2pa (vectors of encypherai/c2pa-conformance-suite)';
const IDENTITY_VECTORS = 'index.json of the identity vectors of encypherai/encypher-c2pa';
const WHOLE_HERE = ['claimSignature.validated', 'assertion.hashedURI.match', 'assertion.dataHash.match'] as const;

const LISTED: readonly (readonly [file: RegExp, statement: Statement])[] = [
  [/cards_trusted(?:_without_timestamp)?\.\w+$/, { by: CARDS, states: ['trusted'] }],
  [/cards_expired_with_timestamp/, { by: CARDS, states: ['trusted', 'valid'] }],
  [/cards_expired_with(?:out|_untrusted)_timestamp/, { by: CARDS, states: ['invalid'] }],
  [/cards_untrusted/, { by: CARDS, states: ['valid'], codes: ['signingCredential.untrusted'] }],
  [/cards_invalid/, { by: CARDS, states: ['invalid'] }],
  [/crypto\/expired_signer/, { by: SUITE, states: ['invalid'], codes: ['claim.hardBindings.missing'] }],
  [/crypto\/wrong_eku_signer/, { by: SUITE, states: ['invalid'], codes: ['signingCredential.invalid'] }],
  [/crypto\/tampered_signature/, { by: SUITE, states: ['invalid'], codes: ['claimSignature.mismatch'] }],
  [/structural\/(?:corrupt_box_type|truncated_jumbf)/, { by: SUITE, states: ['invalid', null] }],
  [/valid\/valid_\w+_es256/, { by: SUITE, states: ['invalid'], codes: ['assertion.action.malformed'] }],
  [
    /identity-1\.2\/assets\/x509-es256-wrong-eku/,
    { by: IDENTITY_VECTORS, states: ['trusted'], codes: [...WHOLE_HERE, 'signingCredential.trusted'] },
  ],
  [
    /identity-1\.2\/assets\/x509-/,
    {
      by: IDENTITY_VECTORS,
      states: ['trusted'],
      codes: [
        ...WHOLE_HERE,
        'signingCredential.trusted',
        ['cawg.identity.trusted', 'cawg.x509.credential.trusted', 'cawg.identity.well-formed'],
      ],
    },
  ],
  [/c2pa-evidence-tamper-lab:.*\/tampered\.jpg/, { by: 'its name', states: ['invalid'] }],
];

/** @param file REPOSITORY:PATH */
export function statementOf(file: string): Statement | null {
  const [, listed] = LISTED.find(([pattern]) => pattern.test(file)) ?? [];
  return listed ?? byTests(file) ?? byName(file);
}

/** In what an outcome is other than stated; empty: in nothing. */
export function againstStatement(outcome: Outcome, { states, codes = [], brokenIngredient }: Statement): string[] {
  const { failures, failuresWithLists, informational, successes, ingredients } = outcome;
  const all = new Set([...failures, ...failuresWithLists, ...informational, ...successes]);
  const missing = codes.map((code) => [code].flat()).filter((choice) => !choice.some((code) => all.has(code)));
  const isBroken = ingredients.some(({ broken, codes: found }) => broken && found.includes(brokenIngredient ?? ''));
  return [
    ...(states && !states.includes(outcome.stateWithLists) ? [`the state ${outcome.stateWithLists}`] : []),
    ...missing.map((choice) => `without ${choice.join(' or ')}`),
    ...(brokenIngredient !== undefined && !isBroken ? [`without an ingredient with ${brokenIngredient}`] : []),
  ];
}
