/** What the HTTP layer is built from. @module */
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HealthProbe } from '../app/ports/health.ts';
import type { Ports } from '../app/ports/ports.ts';

export interface HttpSettings {
  /** Semantic version of the service. */
  readonly version: string;
  /** Without a slash at the end; asked at every use, since the port may be known only after listening. */
  readonly publicBaseUrl: () => string;
  /** For security.txt, the preferred one first. */
  readonly securityContacts: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Web origins, besides ours and those, that a sign-in may lead back to. */
  readonly signInReturnTo: readonly string[];
  readonly trustProxy: readonly string[];
  readonly requestTimeoutS: number;
  readonly docs: boolean;
  /** Folder of the built web pages, or null to serve none. */
  readonly webPages: string | null;
  /** True once the process was asked to end. */
  readonly draining: () => boolean;
}

export interface HttpDeps {
  readonly ports: Ports;
  readonly probes: { readonly database: HealthProbe; readonly models: HealthProbe };
  readonly settings: HttpSettings;
}

/** Fastify with schemas of zod. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
