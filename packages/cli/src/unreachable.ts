/** Why a service could not be reached, in words. @module */
import type { NetworkError } from '@assay/sdk/errors';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  ETIMEDOUT: 'it did not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
};

/** By the code that Node hides in the cause of a "fetch failed"; undefined for one that says nothing to a person. */
export function reasonOf({ cause }: NetworkError): string | undefined {
  const code =
    cause instanceof Error && cause.cause instanceof Error ? (cause.cause as NodeJS.ErrnoException).code : '';
  return /CERT|TLS|LEAF/.test(code ?? '') ? 'its certificate is not trusted' : REASONS[code ?? ''];
}
