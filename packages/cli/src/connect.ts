/** The service that a command talks to. @module */
import { AssayClient } from '@assay/sdk/client';
import { UsageError } from './usageError.ts';
import type { Terminal } from './terminal.ts';

/** Where `npm start` listens. */
const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/** With the API key of the environment, if there is one. @throws {UsageError} if the address is none */
export function connect(server: string | undefined, { environment }: Terminal): AssayClient {
  const { ASSAY_SERVER, ASSAY_API_KEY } = environment;
  const baseUrl = server ?? (ASSAY_SERVER || DEFAULT_SERVER);
  try {
    return new AssayClient({ baseUrl, ...(ASSAY_API_KEY ? { apiKey: ASSAY_API_KEY } : {}) });
  } catch (error) {
    throw new UsageError(`--server ${baseUrl}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
