/**
 * Which addresses webhooks may be sent to (docs/spec/security.md#outgoing-connections). An owner chooses the URL, so
 * without this he could make the service reach into its own network. The name is resolved, every address of the answer
 * is judged, and the connection then goes to one of exactly these: a second look-up could answer differently (DNS
 * rebinding).
 * @module
 */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AppError } from '@assay/core/errors';
import type { AddressGuard } from '../../app/ports/delivery/webhooks.ts';
import { classifyAddress } from './addressClass.ts';

export interface VettedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** An address that may be dialled: the URL as it was read, and where its host is. */
export interface VettedUrl {
  readonly url: URL;
  /** Host without brackets; an IP literal stands for itself. */
  readonly host: string;
  readonly addresses: readonly [VettedAddress, ...VettedAddress[]];
}

/** All addresses of a name; an empty answer means that there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface GuardOptions {
  readonly resolve: Resolve;
  /** Lets `http://127.0.0.1:PORT` and `[::1]` pass, at any port (ASSAY_ALLOW_PRIVATE_WEBHOOKS). */
  readonly allowLoopback: boolean;
  /** Lets `http://` pass to public addresses, and port 80: for answers that are signed by themselves. */
  readonly allowPlain?: boolean;
}

const HTTP_PORT = 80;
const HTTPS_PORT = 443;
/** Below lie the ports of mail, shells and the like. */
const FREE_PORT_MIN = 1024;

const blocked = (reason: string): AppError =>
  new AppError('WEBHOOK_URL_BLOCKED', `This address cannot receive webhooks: ${reason}.`);

export interface VettingGuard extends AddressGuard {
  /** @throws {AppError} WEBHOOK_URL_BLOCKED */
  vet(text: string): Promise<VettedUrl>;
}

export function createAddressGuard({ resolve, ...rules }: GuardOptions): VettingGuard {
  const permits = (address: string): boolean => {
    const kind = classifyAddress(address);
    return kind === 'public' || (kind === 'loopback' && rules.allowLoopback);
  };
  const vet = async (text: string): Promise<VettedUrl> => {
    const { url, host } = readUrl(text, rules);
    // Literals never reach a resolver, neither here nor in the HTTP client.
    const found = isIP(host) === 0 ? await resolve(host) : [host];
    const [first, ...others] = found.map(
      (address): VettedAddress => ({ address, family: isIP(address) === 6 ? 6 : 4 }),
    );
    if (!first) throw blocked('its host name does not resolve');
    // One private address among public ones is enough to refuse: which of them is dialled is up to chance.
    if (!found.every(permits)) throw blocked('it leads to an address that is not public');
    return { url, host, addresses: [first, ...others] };
  };
  return {
    vet,
    async assertAllowed(text) {
      await vet(text);
    },
  };
}

/** What can be said of the URL alone. The parser writes every spelling of an IPv4 address (0x7f.1, 2130706433) dotted. */
function readUrl(
  text: string,
  { allowLoopback, allowPlain = false }: Omit<GuardOptions, 'resolve'>,
): { readonly url: URL; readonly host: string } {
  if (!URL.canParse(text)) throw blocked('it is not a URL');
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOpenLoopback = allowLoopback && isIP(host) !== 0 && classifyAddress(host) === 'loopback';
  if (url.username !== '' || url.password !== '') throw blocked('it carries a user name or a password');
  if (isOpenLoopback && url.protocol === 'http:') return { url, host };
  const isPlain = allowPlain && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isPlain) throw blocked('it does not begin with https://');
  // Empty: the port of the scheme.
  if (url.port !== '' && Number(url.port) < FREE_PORT_MIN && !isOpenLoopback)
    throw blocked(`its port is neither ${isPlain ? HTTP_PORT : HTTPS_PORT} nor at least ${FREE_PORT_MIN}`);
  return { url, host };
}

/** A name server that is slower than this is as good as silent, ms; a second try follows. */
const RESOLVE_TRY_MS = 2_000;
const RESOLVE_TRIES = 2;

/**
 * Asks the name servers of the machine for A and AAAA. Not `dns.lookup`: that one blocks a thread of Node's small pool
 * for as long as a name server of the owner's choice likes.
 */
export function systemResolve(): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_TRY_MS, tries: RESOLVE_TRIES });
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
