/** Why somebody says something else of a public file than Assay does, as the file and the sources of the validators show. @module */
import type { OtherReading } from '../otherValidator.ts';
import type { Outcome } from './outcome.ts';
import type { Source } from './sources.ts';

/** What of a file a reason is held against. */
export interface Compared {
  readonly ours: OtherReading;
  readonly theirs: OtherReading;
  readonly outcome: Outcome;
  readonly bytes: Uint8Array;
}

/** A reason, and where it is one: `oursOnly` and `theirsOnly` are the codes that the other does not have. */
type Rule = readonly [
  reason: string,
  is: (compared: Compared, oursOnly: readonly string[], theirsOnly: readonly string[]) => boolean,
];

const isOfIdentity = (code: string): boolean => code.startsWith('cawg.');
const without = (codes: readonly string[], others: readonly string[]): string[] =>
  codes.filter((code) => !others.includes(code));
const are = (codes: readonly string[], ...expected: readonly string[]): boolean =>
  codes.length === expected.length && expected.every((code) => codes.includes(code));
/** All of these codes are of ingredients. */
const areOfIngredients = (codes: readonly string[], { ingredients }: Outcome): boolean =>
  codes.length > 0 && codes.every((code) => ingredients.some((one) => one.broken && one.codes.includes(code)));
const holds = (bytes: Uint8Array, text: string): boolean => Buffer.from(bytes.buffer, bytes.byteOffset).includes(text);

const reasonOf = (rules: readonly Rule[], compared: Compared): string | null => {
  const { ours, theirs } = compared;
  const [oursOnly, theirsOnly] = [without(ours.codes, theirs.codes), without(theirs.codes, ours.codes)];
  return rules.find(([, is]) => is(compared, oursOnly, theirsOnly))?.[0] ?? null;
};

const OF_LIBRARY: readonly Rule[] = [
  [
    'An identity assertion is broken or cannot be checked here. c2pa-rs calls the whole manifest invalid for it; with Assay it decides nothing.',
    ({ ours, theirs }, oursOnly, theirsOnly) =>
      ours.state === 'valid' &&
      theirs.state === 'invalid' &&
      are([...oursOnly, ...theirsOnly]) &&
      ours.codes.every(isOfIdentity),
  ],
  [
    'An identity assertion is not CBOR of its kind. c2pa-rs leaves out the whole manifest; Assay reads it without the assertion, and says so.',
    (_, oursOnly, theirsOnly) =>
      are(oursOnly, 'cawg.identity.cbor.invalid') && are(theirsOnly, 'assertion.required.missing'),
  ],
  [
    "Assay's codes are those of ingredients too that were found broken today; here those of c2pa-rs are of the active manifest alone.",
    ({ outcome }, oursOnly, theirsOnly) => theirsOnly.length === 0 && areOfIngredients(oursOnly, outcome),
  ],
  [
    'c2pa-rs stops with an error; Assay says that the manifest cannot be read, or the code that the specification has for it.',
    ({ ours, theirs }) => theirs.state === 'failed' && ours.state === 'invalid' && ours.codes.length === 1,
  ],
  [
    "There is no manifest store of the C2PA's type where the format has its place, so that Assay gives the file to no library; c2pa-rs stops with an error.",
    ({ ours, theirs }) => theirs.state === 'failed' && ours.state === 'none',
  ],
];

/** Of c2pa-ts 0.9.4. */
const OF_OTHER: readonly Rule[] = [
  ['c2pa-ts reads neither TIFF nor WebP.', ({ theirs }) => theirs.state === 'unread'],
  [
    'The time stamp is of version 2 (sigTst2), which holds the token alone; c2pa-ts reads the whole answer of the authority there (TimeStampResp) and stops.',
    ({ theirs, bytes }) => are(theirs.codes, 'Failed to deserialize signature content') && holds(bytes, 'sigTst2'),
  ],
  [
    'The space left beside the signature is not filled with zeros; c2pa-ts stops there, and c2pa-rs does not look at it.',
    ({ theirs }) => are(theirs.codes, 'Malformed padding'),
  ],
  [
    'The manifest is of before C2PA 1.0, or its assertions are not of the form that c2pa-ts expects, and it stops.',
    ({ theirs }) => theirs.state === 'failed' && /^(?:|CBORBox: .*|Schema\.org .*)$/.test(theirs.codes[0] ?? ''),
  ],
  [
    'c2pa-ts knows no identity assertions.',
    ({ ours, theirs }, oursOnly, theirsOnly) =>
      ours.state === theirs.state && theirsOnly.length === 0 && oursOnly.every(isOfIdentity),
  ],
  [
    'c2pa-ts wants c2pa.created or c2pa.opened among the actions, and one assertion of actions, of claims of version 1 as well, where neither was asked.',
    ({ outcome }, oursOnly, theirsOnly) =>
      outcome.claimVersion === 1 && are(theirsOnly, 'assertion.action.malformed') && oursOnly.every(isOfIdentity),
  ],
  [
    'c2pa.opened names its ingredient as C2PA 1 allowed, by identifier or instanceId and not by a hashed address. c2pa-ts holds the old claim to the newer rule.',
    ({ ours, outcome }, oursOnly, theirsOnly) =>
      ours.state === 'valid' &&
      outcome.claimVersion === 1 &&
      are(theirsOnly, 'assertion.action.ingredientMismatch') &&
      are(oursOnly),
  ],
  [
    'c2pa-ts counts the parents of an update manifest by the label c2pa.ingredient, and this one is of version 3 (c2pa.ingredient.v3); and it reads the actions of version 1 by the newer rule.',
    (_, oursOnly, theirsOnly) =>
      are(oursOnly) && are(theirsOnly, 'assertion.action.ingredientMismatch', 'manifest.update.wrongParents'),
  ],
  [
    'c2pa-ts looks for c2pa.created or c2pa.opened anywhere among the actions; a claim of version 2 has to begin with one.',
    ({ outcome }, oursOnly, theirsOnly) =>
      outcome.claimVersion === 2 && are(oursOnly, 'assertion.action.malformed') && are(theirsOnly),
  ],
  [
    'More is left out of the hash than the manifest: the specification forbids it (15.12.1), c2pa-ts does not look. The signed bytes are all there, and Assay says of nothing that it changed.',
    ({ outcome }, oursOnly, theirsOnly) =>
      are(oursOnly, 'assertion.dataHash.mismatch') && are(theirsOnly) && !outcome.bindingBroken,
  ],
  [
    'c2pa-ts judges the time stamp of a signature that is broken anyway, and says that it does not fit either; c2pa-rs names the signature alone.',
    ({ ours }, oursOnly, theirsOnly) =>
      ours.codes.includes('claimSignature.mismatch') && are(theirsOnly, 'timeStamp.mismatch') && are(oursOnly),
  ],
  [
    'A time stamp that does not fit proves no time and breaks no claim (C2PA 2.2, section 15.8): for c2pa-rs it is information, c2pa-ts counts it as a failure.',
    ({ ours, outcome }, _, theirsOnly) =>
      ours.state === 'valid' &&
      are(theirsOnly, 'timeStamp.mismatch') &&
      outcome.informational.some((code) => code.startsWith('timeStamp.')),
  ],
  [
    'c2pa-rs finds the time stamp whole, c2pa-ts does not; the file is of an older version of c2pa-ts itself. Which of its two checks fails was not looked into.',
    ({ ours, outcome }, _, theirsOnly) =>
      ours.state === 'valid' &&
      are(theirsOnly, 'timeStamp.mismatch') &&
      outcome.successes.includes('timeStamp.validated'),
  ],
  [
    'The certificate is out of date and has no purpose that is known without a list; each names what it finds first, and c2pa-ts looks no further.',
    (_, oursOnly, theirsOnly) =>
      oursOnly.includes('signingCredential.expired') && are(theirsOnly, 'signingCredential.invalid'),
  ],
  [
    'c2pa-ts looks no further once the signature or its certificate does not fit.',
    ({ theirs }, oursOnly, theirsOnly) =>
      are(theirsOnly) && oursOnly.length > 0 && /^(?:signingCredential|claimSignature)\./.test(theirs.codes[0] ?? ''),
  ],
  [
    'c2pa-ts does not look into ingredients, and this one was found broken today.',
    ({ outcome, theirs }, oursOnly, theirsOnly) =>
      theirs.state !== 'failed' && are(theirsOnly) && areOfIngredients(oursOnly, outcome),
  ],
  [
    'The manifest of an ingredient is missing: c2pa-rs has a code for that, c2pa-ts says that the action does not fit its ingredient.',
    (_, oursOnly, theirsOnly) =>
      are(oursOnly, 'ingredient.manifest.missing') && are(theirsOnly, 'assertion.action.ingredientMismatch'),
  ],
  [
    'The certificate is for signing documents, which c2pa-ts allows by itself and c2pa-rs by a list of purposes alone.',
    ({ theirs }, oursOnly) => theirs.state === 'valid' && are(oursOnly, 'signingCredential.invalid'),
  ],
  [
    'c2pa-ts finds no manifest store: the segments are counted from 0 and not from 1, or the box is cut off.',
    ({ theirs }) => theirs.state === 'none',
  ],
];

export const whyLibraryDiffers = (compared: Compared): string | null => reasonOf(OF_LIBRARY, compared);
export const whyOtherDiffers = (compared: Compared): string | null => reasonOf(OF_OTHER, compared);

const STATED_OTHERWISE: readonly (readonly [file: RegExp, reason: string])[] = [
  [
    /c2pa-js-legacy:.*\/(?:CAICAI|CAIXCI)\.jpg$/,
    'The signing certificate of these early files is not of the form that the specification wants today.',
  ],
  [
    /contentauth\/c2pa-[^:]*:.*\/CIE-sig-CA\.jpg$/,
    'That the ingredient is broken was not noted when it was taken in, as the scheme of names has it. It is found today, and so the whole is invalid.',
  ],
  [
    /encypher-c2pa-cli\/.*\/crypto\/(?:tampered_signature|wrong_eku_signer)/,
    'The claim has no hash of the content; c2pa-rs stops there and looks at no signature.',
  ],
  [
    /identity-1\.2\/assets\/x509-/,
    'The identity was signed over CBOR in the order that CAWG wants; c2pa-rs writes what was signed anew in an order of its own, and finds another signature.',
  ],
  [
    /cards_expired_with_untrusted_timestamp/,
    'Of claims of version 1 c2pa-rs believes every time-stamp authority (docs/reference/contentCredentials.md).',
  ],
  [/cards_trusted_without_timestamp/, 'The certificate went out of date after the file was published.'],
];

export const whyNotAsStated = ({ repository, path }: Source): string | null =>
  STATED_OTHERWISE.find(([file]) => file.test(`${repository}:${path}`))?.[1] ?? null;
