/** The service that a command talks to. @module */
import { AssayClient } from '@assay/sdk/client';
import { UsageError } from './arguments.ts';
import type { Terminal } from './command.ts';

/** Where `npm start` listens. */
const DEFAULT_SERVER = 'http://127.0.0.1:8080';

export const SERVER_OPTION = { server: { type: 'string' } } as const;

/** For the help of commands. */
export const SERVER_HELP = `--server URL          the service; default $ASSAY_SERVER or ${DEFAULT_SERVER}`;

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
