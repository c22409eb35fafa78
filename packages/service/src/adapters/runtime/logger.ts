/** JSON lines on standard output, without secrets. @module */
import pino, { type DestinationStream, type Logger } from 'pino';
import { originOfLine } from '../traces/currentOrigin.ts';

/** Members that are never written, wherever an object is logged. */
const SECRET = ['authorization', 'cookie', 'password', 'token', 'access_token', 'refresh_token', 'secret'];

const paths = [
  ...SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...['x-api-key', 'set-cookie'].flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
];

/** @param destination default standard output */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths, censor: '(left out)' },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // The lines of a request have its id from the framework already, and two members of one name are no good JSON.
    mixin(_object: object, _level: number, logger: Logger) {
      const origin = originOfLine();
      if (origin.reqId === undefined || !('reqId' in logger.bindings())) return origin;
      return origin.trace === undefined ? {} : { trace: origin.trace };
    },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options);
}
