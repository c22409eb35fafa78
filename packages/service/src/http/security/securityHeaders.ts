/** Security headers and cross-origin rules: docs/spec/api.md#browsers. @module */
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { App, HttpSettings } from '../httpDeps.ts';

/** Our pages and /docs load nothing from elsewhere, and nothing that stands in the page itself. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'", 'data:'],
  workerSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Of the page alone that checks pictures of the web: its browser fetches what the person names, the service nothing. */
export const withPicturesOfTheWeb = (policy: string): string =>
  policy.replace("connect-src 'self'", "connect-src 'self' https:");

/** Of /docs/api alone: swagger-ui sets styles inline. */
export const withInlineStyles = (policy: string): string =>
  policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

const REQUEST_HEADERS = [
  'Authorization',
  'Confirm',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Prefer',
  'Range',
  'X-API-Key',
  'X-Organization-Id',
  'X-Request-Id',
];

const ANSWER_HEADERS = [
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Repr-Digest',
  'Retry-After',
  'Server-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

const YEAR_S = 365 * 24 * 60 * 60;

/** The same for answers that no plugin sees, as lines of HTTP; they are JSON, which may load nothing at all. */
export const BARE_SECURITY_HEADERS = [
  `Strict-Transport-Security: max-age=${YEAR_S}`,
  'X-Content-Type-Options: nosniff',
  "Content-Security-Policy: default-src 'none'",
  'Referrer-Policy: no-referrer',
  'Cross-Origin-Resource-Policy: same-origin',
  'X-Frame-Options: DENY',
].join('\r\n');

export async function registerSecurityHeaders(app: App, settings: HttpSettings): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    // Sent over plain HTTP too, where browsers ignore it; a TLS proxy in front passes it on.
    strictTransportSecurity: { maxAge: YEAR_S, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  await app.register(cors, {
    origin: settings.corsOrigins.length > 0 ? [...settings.corsOrigins] : false,
    credentials: true,
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: 600,
  });
}
