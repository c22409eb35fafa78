/**
 * Identity assertions (CAWG 1.1, section 5): somebody other than the claim's signer vouches for parts of a manifest. They are
 * shown, and decide nothing of the manifest.
 * @module
 */
import { decode } from 'cborg';
import type { CredentialSigner, IdentitySummary } from '../../app/ports/credentials/credentials.ts';
import { asJson, asList, type Json } from './json.ts';
import { assertionIn } from './manifestStore.ts';
import { LIST_MAX, signerOf, textOf, textsOf } from './shownText.ts';

const LABEL = /^cawg\.identity(?:__\d+)?$/;
/** Whom to trust is another question than whether it fits. */
const UNTRUSTED: ReadonlySet<string> = new Set(['cawg.x509.credential.untrusted', 'cawg.ica.untrusted_issuer']);
const TRUSTED = /^cawg\.(?:.*\.trusted|ica\.credential_valid)$/;
const VALIDATED = /^cawg\.(?:.*(?:\.validated|well-formed)|ica\.(?:credential_valid|untrusted_issuer))$/;
/** The key lies elsewhere (`did:web`), and nobody is asked for it. */
const UNASKED = 'cawg.ica.did_unavailable';

/** What an identity assertion vouches for, as it stands in the store; of a credential of an aggregator the library's report has it not. */
export type SignerPayloads = (manifest: string, assertion: string) => Json;

export const signerPayloadsIn =
  (store: Uint8Array | null): SignerPayloads =>
  (manifest, assertion) => {
    try {
      const cbor = store && assertionIn(store, manifest, assertion);
      return cbor ? asJson(asJson(decode(cbor)).signer_payload) : {};
    } catch {
      // Strange CBOR: the validation says so.
      return {};
    }
  };

/** @param results of validating the active manifest; null for that of an ancestor, which is not validated again */
export function identitiesOf(
  assertions: readonly unknown[],
  results: Json | null,
  payloadOf: (assertion: string) => Json,
): IdentitySummary[] {
  return assertions
    .map(asJson)
    .filter(({ label }) => typeof label === 'string' && LABEL.test(label))
    .slice(0, LIST_MAX)
    .map((assertion) => {
      const [label, data] = [String(assertion.label), asJson(assertion.data)];
      const payload = data.signer_payload === undefined ? payloadOf(label) : asJson(data.signer_payload);
      return {
        kind: textOf(payload.sig_type),
        signer: signerOf(data) ?? aggregatorOf(data),
        roles: textsOf(asList(payload.role ?? payload.roles)),
        references: textsOf(asList(payload.referenced_assertions).map((one) => labelIn(asJson(one).url))),
        state: results && stateOf(label, results),
      };
    });
}

/** Of a credential of an aggregator (section 8.1): who checked, and whom it names, each with where that was looked up. */
function aggregatorOf(credential: Json): CredentialSigner | null {
  const issuer = textOf(credential.issuer);
  if (issuer === null) return null;
  const named = asList(credential.verifiedIdentities)
    .slice(0, LIST_MAX)
    .map(asJson)
    .flatMap(({ name, username, address, provider }) => {
      const [who, where] = [textOf(name) ?? textOf(username) ?? textOf(address), textOf(asJson(provider).name)];
      if (who === null) return [];
      return where === null ? who : `${who} (${where})`;
    });
  return { issuer, commonName: textOf(named.join(', ')), algorithm: null, serialNumber: null };
}

const labelIn = (url: unknown): unknown => (typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : null);

function stateOf(label: string, results: Json): IdentitySummary['state'] {
  const codesOf = (list: unknown): string[] =>
    asList(list)
      .map(asJson)
      .filter(({ url, code }) => String(url).endsWith(`/${label}`) && String(code).startsWith('cawg.'))
      .map(({ code }) => String(code));
  const failures = codesOf(results.failure);
  const broken = failures.filter((code) => !UNTRUSTED.has(code));
  if (broken.length > 0) return broken.every((code) => code === UNASKED) ? null : 'invalid';
  const good = [...codesOf(results.success), ...codesOf(results.informational)];
  if (!good.some((code) => VALIDATED.test(code))) return 'invalid';
  const doubted = [...failures, ...good].some((code) => UNTRUSTED.has(code));
  return !doubted && good.some((code) => TRUSTED.test(code)) ? 'trusted' : 'valid';
}
