/** The HTTP application: conventions that hold everywhere first, routes after them. @module */
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { registerBodyTypes } from './bodyTypes.ts';
import { answerClientError } from './clientErrors.ts';
import { registerDraining } from './draining.ts';
import { sendError } from './errorReply.ts';
import type { App, HttpDeps } from './httpDeps.ts';
import { registerIdempotency, SavedReply } from './idempotency.ts';
import { BODIES_BYTES_MAX, createMemoryBudget } from './memoryBudget.ts';
import { registerNotFound } from './methodNotAllowed.ts';
import { registerOpenApi } from './openapi.ts';
import { registerRateLimit } from './rateLimit.ts';
import { registerRequestLog } from './requestLog.ts';
import { REQUEST_ID_HEADER, requestIdFrom } from './requestId.ts';
import { registerAccountRoutes } from './routes/account.ts';
import { registerAssetBulkRoutes } from './routes/assetBulk.ts';
import { registerAssetHistoryRoutes } from './routes/assetHistory.ts';
import { registerApiKeyRoutes } from './routes/apiKeys.ts';
import { registerAssetItemRoutes } from './routes/assetItem.ts';
import { registerAssetRoutes } from './routes/assets.ts';
import { registerAuthRoutes } from './routes/auth.ts';
import { registerAuthMailRoutes } from './routes/authMail.ts';
import { registerAuthSessionRoutes } from './routes/authSessions.ts';
import { registerBlockchainRoutes } from './routes/blockchain.ts';
import { registerC2paRoutes } from './routes/c2pa.ts';
import { registerC2paStoreRoutes } from './routes/c2paStore.ts';
import { registerCompareRoutes } from './routes/compare.ts';
import { registerCopyRoutes } from './routes/copies.ts';
import { registerHealthRoutes } from './routes/health.ts';
import { registerHistoryRoutes } from './routes/history.ts';
import { registerSecurityTxtRoute } from './routes/securityTxt.ts';
import { registerShareRoutes } from './routes/shares.ts';
import { registerStorageActionRoutes } from './routes/storageActions.ts';
import { registerOAuthRoutes } from './routes/oauth.ts';
import { registerArchiveRoutes } from './routes/archives.ts';
import { registerEncryptionKeyRoutes } from './routes/encryptionKey.ts';
import { registerIpfsRoutes } from './routes/ipfs.ts';
import { registerPublicationRoutes } from './routes/publications.ts';
import { registerOAuthTokenRoute } from './routes/oauthToken.ts';
import { registerInvitationRoutes } from './routes/invitations.ts';
import { registerMemberRoutes } from './routes/members.ts';
import { registerOrganizationRoutes } from './routes/organizations.ts';
import { registerStorageRoutes } from './routes/storage.ts';
import { registerTransparencyRoutes } from './routes/transparency.ts';
import { registerTransparencyTileRoutes } from './routes/transparencyTiles.ts';
import { registerUsageRoutes } from './routes/usage.ts';
import { registerVerifyRoutes } from './routes/verify.ts';
import { registerWebhookDeliveryRoutes } from './routes/webhookDeliveries.ts';
import { registerWebhookRoutes } from './routes/webhooks.ts';
import { registerSecurityHeaders } from './securityHeaders.ts';
import { isPageAddress, registerWebPages } from './webPages.ts';

/** A client that sends its headers slower than this is cut off (slowloris), ms. */
const HEADERS_MS_MAX = 15_000;

function createApp({ settings, ports }: HttpDeps, logger: FastifyBaseLogger): App {
  const app = Fastify({
    loggerInstance: logger,
    // One line of our own for each request, see requestLog.ts.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdFrom(ports.ids),
    requestIdHeader: false,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    requestTimeout: settings.requestTimeoutS * 1000,
    http: { headersTimeout: HEADERS_MS_MAX },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, logger),
    frameworkErrors: (error, request, reply) => sendError(request, reply, error),
  }).withTypeProvider<ZodTypeProvider>();
  return app as unknown as App;
}

/** @param logger JSON lines; see `createLogger` for what it leaves out */
export async function buildApp(deps: HttpDeps, logger: FastifyBaseLogger): Promise<App> {
  const { settings } = deps;
  const app = createApp(deps, logger);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) =>
    error instanceof SavedReply ? error.send(reply) : sendError(request, reply, error),
  );
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id).header('server-version', settings.version);
  });
  registerDraining(app, settings);
  registerRequestLog(app);
  registerRateLimit(app, deps.ports);
  registerIdempotency(app, deps.ports);
  registerNotFound(app, isPageAddress(settings.webPages));
  await registerSecurityHeaders(app, settings);
  registerBodyTypes(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  await registerOpenApi(app, settings);

  const budget = createMemoryBudget(BODIES_BYTES_MAX);
  registerHealthRoutes(app, deps);
  registerSecurityTxtRoute(app, deps);
  registerAuthRoutes(app, deps);
  registerAuthMailRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerAuthSessionRoutes(app, deps);
  registerOAuthRoutes(app, deps);
  registerOAuthTokenRoute(app, deps);
  registerAssetRoutes(app, deps, budget);
  registerAssetItemRoutes(app, deps);
  registerAssetBulkRoutes(app, deps, budget);
  registerAssetHistoryRoutes(app, deps);
  registerBlockchainRoutes(app, deps);
  registerCopyRoutes(app, deps);
  registerStorageRoutes(app, deps);
  registerOrganizationRoutes(app, deps);
  registerMemberRoutes(app, deps);
  registerInvitationRoutes(app, deps);
  registerApiKeyRoutes(app, deps);
  registerStorageActionRoutes(app, deps);
  registerEncryptionKeyRoutes(app, deps);
  registerArchiveRoutes(app, deps);
  registerPublicationRoutes(app, deps);
  registerIpfsRoutes(app, deps);
  registerShareRoutes(app, deps);
  registerUsageRoutes(app, deps);
  registerVerifyRoutes(app, deps, budget);
  registerHistoryRoutes(app, deps);
  registerCompareRoutes(app, deps, budget);
  registerC2paRoutes(app, deps, budget);
  registerC2paStoreRoutes(app, deps, budget);
  registerWebhookRoutes(app, deps);
  registerWebhookDeliveryRoutes(app, deps);
  registerTransparencyRoutes(app, deps);
  registerTransparencyTileRoutes(app, deps);
  if (settings.webPages !== null) await registerWebPages(app, settings.webPages);
  return app;
}
