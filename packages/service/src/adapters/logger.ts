/** JSON lines on standard output, without secrets. @module */
import pino, { type Logger } from 'pino';

/** Members that are never written, wherever an object is logged. */
const SECRET = ['authorization', 'cookie', 'password', 'token', 'access_token', 'refresh_token', 'secret'];

const paths = [
  ...SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...['x-api-key', 'set-cookie'].flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
];

export const createLogger = (level: string): Logger =>
  pino({
    level,
    redact: { paths, censor: '(left out)' },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
