/** GET /.well-known/jwks.json: public signing keys of all organizations. @module */
import type { z } from 'zod';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { JwksBody, KeySetQuery } from '../../schemas/organizations/organization.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { keyId } from '../../views/keyId.ts';
import { jwkView } from '../../views/organization.ts';

/** Long enough to spare requests, short enough that a new key is known soon. */
const JWKS_CACHE = 'public, max-age=300';

/** Whoever asks within this time shares one query, ms. */
const SHARED_MS = 5_000;

const schema = {
  operationId: 'jwks',
  summary: 'Public signing keys of all organizations',
  description: 'Names of keys tell nothing of their organizations. All keys, the oldest first, or a page of them.',
  tags: ['Organizations'],
  security: NO_CREDENTIAL,
  querystring: KeySetQuery,
  response: { 200: JwksBody, ...failures('VALIDATION_ERROR') },
};

type Keys = z.output<typeof JwksBody>['keys'];

export function jwksRoute(app: App, { ports }: RouteDeps): void {
  const read = async (): Promise<Keys> =>
    (await ports.organizations.masterKeys(null)).map((key) => jwkView(key, keyId(key.publicKey)));
  let shared: { readonly keys: Promise<Keys>; readonly until: number } | null = null;
  const keysNow = (): Promise<Keys> => {
    const now = ports.clock.now().getTime();
    if (shared && now < shared.until) return shared.keys;
    shared = { keys: read(), until: now + SHARED_MS };
    shared.keys.catch(() => {
      shared = null;
    });
    return shared.keys;
  };
  app.get('/.well-known/jwks.json', { config: { ownWindows: 'keys' }, schema }, async (request, reply) => {
    reply.header('cache-control', JWKS_CACHE);
    const keys = await keysNow();
    const { page, page_size } = request.query;
    return { keys: page === undefined ? keys : keys.slice((page - 1) * page_size, page * page_size) };
  });
}
