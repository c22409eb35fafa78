/** What the HTTP layer is built from. @module */
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HealthProbe, Condition } from '../app/ports/runtime/health.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Language } from '../app/ports/runtime/language.ts';
import type { BodyLimits, MemoryBudget } from './request/bodies/memoryBudget.ts';
import type { ConnectionLimits } from './security/connectionLimit.ts';

export interface WebPages {
  readonly folder: string;
  /** That their router knows, as patterns of ours: `/assets/:assetId`. */
  readonly addresses: Readonly<Record<string, WebDocument>>;
  /** The page of a link, whose content the service knows: HTML with a place for it. */
  readonly shells: Readonly<Record<Language, string>>;
}

/** What an address says before its script runs; below `served/` in a folder for each language. */
export interface WebDocument {
  readonly file: string;
  /** Another one for other content. */
  readonly versions: Readonly<Record<Language, string>>;
  /** What it says before the first account, where that is something else. */
  readonly ofNewService?: Omit<WebDocument, 'ofNewService'>;
}

export interface HttpSettings {
  /** Semantic version of the service. */
  readonly version: string;
  /** SHA-256 of each model file that comes with the service, by its name. */
  readonly modelHashes: Readonly<Record<string, string>>;
  /** Without a slash at the end; asked at every use, since the port may be known only after listening. */
  readonly publicBaseUrl: () => string;
  /** For security.txt, the preferred one first. */
  readonly securityContacts: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Web origins, besides ours and those, that a sign-in may lead back to. */
  readonly signInReturnTo: readonly string[];
  readonly trustProxy: readonly string[];
  readonly requestTimeoutS: number;
  /** Of one address. Behind a proxy all come from its address: then there must be none. */
  readonly connections: ConnectionLimits;
  readonly bodies: BodyLimits;
  readonly docs: boolean;
  /** The OpenAPI document, as it was written of the routes; absent: it is made of them when it is first asked for. */
  readonly description?: object;
  /** The built web pages, or null to serve none. */
  readonly webPages: WebPages | null;
  /** True once the process was asked to end: whoever sends requests sends them elsewhere. */
  readonly leaving: () => boolean;
  /** True once it refuses new ones. */
  readonly draining: () => boolean;
  /** Told of each request when its answer is out; absent: nobody counts. */
  readonly requestDone?: (facts: RequestFacts) => void;
}

export interface RequestFacts {
  readonly method: string;
  /** Its pattern; null where no route fits. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

export interface HttpDeps {
  readonly ports: Ports;
  readonly probes: {
    readonly database: HealthProbe;
    readonly models: HealthProbe;
    readonly log: Condition;
    readonly mails: Condition;
  };
  readonly settings: HttpSettings;
}

/** What routes get. */
export interface RouteDeps extends HttpDeps {
  /** That bodies with files count against. */
  readonly budget: MemoryBudget;
  /** That archives count against, which lie on the disk. */
  readonly archiveBudget: MemoryBudget;
  /** How the parts of the service are, asked once a second at most. */
  readonly checks: () => Promise<Checks>;
}

/** Adds one operation to the application. */
export type Route = (app: App, deps: RouteDeps) => void;

export type Check = 'healthy' | 'unhealthy';
/** Outcomes of the probes. */
export interface Checks {
  readonly database: Check;
  readonly models: Check;
  /** Disabled: nothing is shared with other processes. */
  readonly cache: Check | 'disabled';
  /** Of the transparency log; empty if all is well. */
  readonly logProblems: readonly string[];
  /** Of the sending of mails. */
  readonly mailProblems: readonly string[];
}

/** Fastify with schemas of zod. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
