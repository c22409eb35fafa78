/** The part of the composition root that answers requests. @module */
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../adapters/db/connection/database.ts';
import type { Condition } from '../app/ports/runtime/health.ts';
import type { Ports } from '../app/ports/ports.ts';
import { LANGUAGES } from '../app/ports/runtime/language.ts';
import type { Config } from '../config/config.ts';
import { securityContactsOf } from '../config/security.ts';
import { buildApp } from '../http/app.ts';
import { availableMemory } from '../adapters/runtime/availableMemory.ts';
import { shippedFolder } from '../adapters/runtime/shippedFolder.ts';
import { bodyLimits } from '../http/request/bodies/memoryBudget.ts';
import type { App, HttpDeps, HttpSettings, WebPages } from '../http/httpDeps.ts';
import { cachedChecks, isUsable } from '../http/routes/health/healthChecks.ts';
import type { Ending } from '../adapters/runtime/ending.ts';
import { modelHashes } from './models.ts';
import { VERSION } from './ports.ts';

/** Built by `npm run build`. */
const WEB_PAGES = shippedFolder('pages', 'packages/web/dist');

/** Written by `npm run openapi`, which a test holds to the routes. */
const DESCRIPTION = path.join(shippedFolder('reference', 'docs/reference'), 'openapi.json');

/** Like those of all links, up to what it shows. */
const LINK_PAGE = '/s/:token';

/** Null if they were not built. */
function builtPages(folder: string): WebPages | null {
  const written = path.join(folder, 'addresses.json');
  if (!existsSync(written)) return null;
  const addresses = JSON.parse(readFileSync(written, 'utf8')) as WebPages['addresses'];
  const link = addresses[LINK_PAGE]?.file;
  if (link === undefined) throw new TypeError(`builtPages: the pages have no ${LINK_PAGE}`);
  const shells = LANGUAGES.map(
    (name) => [name, readFileSync(path.join(folder, 'served', name, link), 'utf8')] as const,
  );
  return { folder, addresses, shells: Object.fromEntries(shells) as WebPages['shells'] };
}

/** Connections that still have not ended so long after the signal are cut, so that the end stays within its 20 s. */
const DRAIN_MS_MAX = 17_000;

/** What the server says of itself while it runs. */
export interface ServerState {
  /** The address of its pages and links, without a slash at the end. */
  readonly publicBaseUrl: () => string;
  readonly ending: Ending;
  /** Null: nobody counts. */
  readonly metrics: Required<Pick<HttpSettings, 'requestDone'>> | null;
}

export interface HttpParts {
  readonly ports: Ports;
  readonly database: Database;
  readonly conditions: { readonly log: Condition; readonly mails: Condition };
}

const probesOf = ({ ports, database, conditions }: HttpParts): HttpDeps['probes'] => ({
  database,
  models: { check: () => ports.engine.healthy() },
  ...conditions,
});

/** Of a process that may have no such server: does it get work? */
export function readiness(parts: HttpParts, { isEnding }: Pick<Ending, 'isEnding'>): () => Promise<boolean> {
  const checks = cachedChecks({ ports: parts.ports, probes: probesOf(parts) });
  return async () => !isEnding() && isUsable(await checks());
}

export function composeHttp(
  config: Config,
  parts: HttpParts,
  state: ServerState,
  log: FastifyBaseLogger,
): Promise<App> {
  const { ports } = parts;
  const isProxied = config.trustProxy.length > 0;
  return buildApp(
    {
      ports,
      probes: probesOf(parts),
      settings: {
        version: VERSION,
        modelHashes: modelHashes(),
        publicBaseUrl: state.publicBaseUrl,
        securityContacts: securityContactsOf(config),
        corsOrigins: config.corsOrigins,
        signInReturnTo: config.signInReturnTo,
        trustProxy: config.trustProxy,
        requestTimeoutS: config.requestTimeoutS,
        connections: {
          openMax: isProxied ? 0 : config.connectionsPerAddress,
          perMinuteMax: isProxied ? 0 : config.connectionsPerMinute,
        },
        bodies: bodyLimits(availableMemory(), config.bodyMemoryMib * 1024 * 1024),
        docs: config.docs,
        description: JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as object,
        webPages: builtPages(WEB_PAGES),
        leaving: state.ending.isEnding,
        draining: state.ending.refuses,
        ...(state.metrics === null ? {} : { requestDone: state.metrics.requestDone }),
      },
    },
    log,
  );
}

/**
 * Connections that wait to be taken, as many as the system allows by itself: of one too many the first packet is dropped, and whoever sent
 * it tries again after a second. Node takes 511, which one client fills.
 */
const WAITING_MAX = 4096;

/** @returns `http://host:port`, without a slash at the end @throws {Error} when the address cannot be had */
export async function listen(app: App, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  await app.listen({ host, port, backlog: WAITING_MAX });
  return urlOf(app.server.address(), host);
}

/** Answers until balancers have noticed, then lets requests in progress end, for a while. */
export async function drain(app: App, ending: Ending): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), Math.max(0, DRAIN_MS_MAX - ending.sinceMs()));
  await ending.untilRefusing();
  await app.close();
  clearTimeout(cut);
}

function urlOf(address: AddressInfo | string | null, host: string): string {
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
