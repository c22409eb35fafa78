/** A login that a person allows in a browser, on this machine or another one (RFC 8628). @module */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AssayClient } from '@assay/sdk/client';
import { AssayError, AuthenticationError, NetworkError } from '@assay/sdk/errors';
import type { Tokens } from '@assay/sdk/types';
import { type Terminal } from '../../terminal.ts';

/** RFC 8628, 3.5: what `slow_down` adds to the pause, s. */
const SLOWER_S = 5;

/** Shows address and code, and waits for the answer. @throws {AuthenticationError} if it was refused or nobody answered in time */
export async function deviceLogin(client: AssayClient, terminal: Terminal): Promise<Tokens> {
  const codes = await client.call('authorizeDevice', {
    json: { client_name: `Command line on ${hostname()}`.slice(0, 100) },
  });
  terminal.complain(`Open ${codes.verification_uri_complete}`);
  terminal.complain(
    `and allow the code ${codes.user_code}. It works for ${Math.round(codes.expires_in / 60)} minutes.`,
  );
  terminal.status('Waiting for the answer ...');
  const json = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: codes.device_code };
  // Where the service cannot be reached, nobody else says that the time is over.
  const endsAt = Date.now() + codes.expires_in * 1000;
  try {
    for (let pauseS = codes.interval; ; ) {
      await sleep(pauseS * 1000);
      try {
        return await client.call('deviceToken', { json });
      } catch (error) {
        if (Date.now() > endsAt) throw error;
        pauseS = nextPause(error, pauseS);
      }
    }
  } finally {
    terminal.status(null);
  }
}

const FINAL: Readonly<Record<string, string>> = {
  access_denied: 'The login was refused in the browser',
  expired_token: 'Nobody allowed the code in time',
};

/** @throws what no waiting mends */
export function nextPause(error: unknown, pauseS: number): number {
  // A line that is away for a moment; the codes end by themselves.
  if (error instanceof NetworkError) return pauseS * 2;
  if (!(error instanceof AssayError)) throw error;
  if (error.oauthError === 'authorization_pending') return pauseS;
  if (error.oauthError === 'slow_down') return pauseS + SLOWER_S;
  const detail = error.oauthError === undefined ? undefined : FINAL[error.oauthError];
  if (detail === undefined) throw error;
  throw new AuthenticationError({ code: error.code, status: error.status, detail, attempted: error.attempted });
}
