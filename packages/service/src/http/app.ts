/** The HTTP application: conventions that hold everywhere first, routes after them. @module */
import { createServer } from 'node:http';
import { AppError } from '@assay/core/errors';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { tenantOf } from '../app/limits/principal.ts';
import { registerBodyTypes } from './request/bodyTypes.ts';
import { answerClientError } from './reply/clientErrors.ts';
import { registerDraining } from './reply/draining.ts';
import { sendError } from './reply/errorReply.ts';
import type { App, HttpDeps } from './httpDeps.ts';
import { registerIdempotency, SavedReply } from './request/idempotency.ts';
import { archiveLimits, createMemoryBudget, type Sender } from './request/bodies/memoryBudget.ts';
import { registerNotFound } from './reply/methodNotAllowed.ts';
import { registerOpenApi } from './description/openapi.ts';
import { registerCredentialGuard } from './security/credentialGuard.ts';
import { type LimitedConnections, limitConnections } from './security/connectionLimit.ts';
import { fairTurns } from './security/fairTurns.ts';
import { registerRateLimit } from './security/rateLimit.ts';
import { registerNoStore } from './reply/noStore.ts';
import { registerRequestLog } from './observed/requestLog.ts';
import { registerOrigin } from './observed/origin.ts';
import { registerUnnamedProxy } from './security/unnamedProxy.ts';
import { registerTenant } from './request/tenant.ts';
import { oneAfterTheOther } from './request/pipelining.ts';
import { compileValidator, registerStrictQuery } from './request/query/strictQuery.ts';
import { REQUEST_ID_HEADER, requestIdFrom } from './request/requestId.ts';
import { cachedChecks } from './routes/health/healthChecks.ts';
import { ROUTES } from './routes/routes.ts';
import { registerSecurityHeaders } from './security/securityHeaders.ts';
import { isPageAddress, registerWebPages } from './pages/webPages.ts';

/** A client that sends its headers slower than this is cut off (slowloris), ms. */
const HEADERS_MS_MAX = 15_000;

/**
 * A connection on which nothing moves for as many times the longest request is closed: whoever reads no answer would hold it, and
 * the file behind it, for ever. Far longer than a picture waits for its turn.
 */
const STALLED_FACTOR = 3;

/** A connection on which nothing is asked for so long is closed: longer than the minute of usual load balancers, ms. */
const KEPT_MS_MAX = 72_000;

/** Above what any schema takes, so that the schema says what is wrong with a longer one; labels of manifests have 300. */
const PARAM_CHARS_MAX = 1024;

function createApp({ settings, ports }: HttpDeps, logger: FastifyBaseLogger): App {
  const { networkOf } = ports.addressRules;
  let connections: LimitedConnections | null = null;
  const app = Fastify({
    loggerInstance: logger,
    // One line of our own for each request, see requestLog.ts.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdFrom(ports.ids),
    requestIdHeader: false,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    serverFactory(handle) {
      const requestTimeout = settings.requestTimeoutS * 1000;
      const timeouts = {
        headersTimeout: Math.min(HEADERS_MS_MAX, requestTimeout),
        requestTimeout,
        keepAliveTimeout: KEPT_MS_MAX,
      };
      // Behind a proxy every connection comes from one address, and the proxy's own order holds.
      const fair = settings.trustProxy.length > 0 ? handle : fairTurns(handle, networkOf);
      const answer = oneAfterTheOther(fair);
      // Node would answer by itself, without a word of why: see `refuseWithoutHost`.
      const server = createServer({ ...timeouts, requireHostHeader: false }, answer);
      // RFC 9110, section 10.1.1: what somebody expects beyond 100-continue may be passed over.
      server.on('checkExpectation', answer);
      server.timeout = STALLED_FACTOR * requestTimeout;
      connections = limitConnections(server, settings.connections, networkOf);
      return server;
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_CHARS_MAX },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, logger),
    frameworkErrors: (error, request, reply) => sendError(request, reply, error),
  }).withTypeProvider<ZodTypeProvider>();
  app.addHook('onResponse', async ({ raw }, { statusCode }) => {
    if (statusCode === 429) connections?.refused(raw.socket);
  });
  return app as unknown as App;
}

/** RFC 9112, section 3.2. */
function refuseWithoutHost({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
    throw new AppError('BAD_REQUEST', 'A request of HTTP/1.1 names its Host.');
}

/** @param logger JSON lines; see `createLogger` for what it leaves out */
export async function buildApp(deps: HttpDeps, logger: FastifyBaseLogger): Promise<App> {
  const { settings } = deps;
  const app = createApp(deps, logger);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) =>
    error instanceof SavedReply ? error.send(reply) : sendError(request, reply, error),
  );
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id).header('server-version', settings.version);
    refuseWithoutHost(request);
  });
  registerOrigin(app, deps.ports);
  registerUnnamedProxy(app, settings);
  registerDraining(app, settings);
  registerRequestLog(app, settings);
  registerRateLimit(app, deps.ports);
  registerCredentialGuard(app, deps.ports);
  registerTenant(app, deps.ports);
  registerIdempotency(app, deps.ports);
  registerNotFound(app, isPageAddress(settings.webPages));
  await registerSecurityHeaders(app, settings);
  registerBodyTypes(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  await registerOpenApi(app, settings);
  registerStrictQuery(app);

  registerNoStore(app);

  const senderOf = ({ caller, ip }: FastifyRequest): Sender => ({
    principal: tenantOf(deps.ports, caller, ip),
    network: deps.ports.addressRules.networkOf(ip),
  });
  const budget = createMemoryBudget(settings.bodies, senderOf);
  const archiveBudget = createMemoryBudget(
    archiveLimits(settings.bodies, deps.ports.importSources.archiveBytesMax),
    senderOf,
  );
  const routeDeps = { ...deps, budget, archiveBudget, checks: cachedChecks(deps) };
  for (const route of ROUTES) route(app, routeDeps);
  if (settings.webPages !== null) await registerWebPages(app, settings.webPages, deps.ports.users);
  return app;
}
