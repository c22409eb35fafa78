/**
 * Identity assertions (CAWG 1.1, section 5): somebody other than the claim's signer vouches for parts of a manifest. They are
 * shown, and decide nothing of the manifest.
 * @module
 */
import type { IdentitySummary } from '../../app/ports/credentials/credentials.ts';
import { asJson, asList, type Json } from './json.ts';
import { LIST_MAX, signerOf, textOf, textsOf } from './shownText.ts';

const LABEL = /^cawg\.identity(?:__\d+)?$/;
/** Whom to trust is another question than whether it fits. */
const UNTRUSTED = 'cawg.x509.credential.untrusted';
const TRUSTED = /^cawg\..*\.trusted$/;
const VALIDATED = /^cawg\..*(?:\.validated|well-formed)$/;

/** @param results of validating the active manifest; null for that of an ancestor, which is not validated again */
export function identitiesOf(assertions: readonly unknown[], results: Json | null): IdentitySummary[] {
  return assertions
    .map(asJson)
    .filter(({ label }) => typeof label === 'string' && LABEL.test(label))
    .slice(0, LIST_MAX)
    .map(({ label, data }) => {
      const payload = asJson(asJson(data).signer_payload);
      return {
        kind: textOf(payload.sig_type),
        signer: signerOf(asJson(data)),
        roles: textsOf(asList(payload.role ?? payload.roles)),
        references: textsOf(asList(payload.referenced_assertions).map((one) => labelIn(asJson(one).url))),
        state: results && stateOf(String(label), results),
      };
    });
}

const labelIn = (url: unknown): unknown => (typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : null);

function stateOf(label: string, results: Json): IdentitySummary['state'] {
  const codesOf = (list: unknown): string[] =>
    asList(list)
      .map(asJson)
      .filter(({ url, code }) => String(url).endsWith(`/${label}`) && String(code).startsWith('cawg.'))
      .map(({ code }) => String(code));
  const [good, bad] = [codesOf(results.success), codesOf(results.failure)];
  if (bad.some((code) => code !== UNTRUSTED) || !good.some((code) => VALIDATED.test(code))) return 'invalid';
  return bad.length === 0 && good.some((code) => TRUSTED.test(code)) ? 'trusted' : 'valid';
}
