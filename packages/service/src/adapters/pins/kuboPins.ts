/** The port `PinService` on a Kubo node: `/api/v0/dag/import` takes the blocks themselves (Kubo RPC API v0). @module */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { request } from 'undici';
import type { PinService } from '../../app/ports/content/pins.ts';

export interface PinEndpoint {
  /** Scheme, host, port and path, without a slash at the end. */
  readonly url: string;
  readonly token: string | null;
}

/** A node that says nothing for so long is not there, ms. */
const REQUEST_MS_MAX = 120_000;

const headersOf = ({ token }: PinEndpoint): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** A line of the answer of `dag/import`. */
interface ImportLine {
  readonly Root?: { readonly Cid?: { readonly '/'?: string }; readonly PinErrorMsg?: string };
}

async function* formWith(boundary: string, file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="content.car"\r\nContent-Type: application/vnd.ipld.car\r\n\r\n`;
  yield Buffer.from(head);
  yield* file;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

export function createKuboPins(endpoint: PinEndpoint): PinService {
  const ask = async (path: string, body?: Readable, headers: Record<string, string> = {}) => {
    const answer = await request(`${endpoint.url}/api/v0/${path}`, {
      method: 'POST',
      headers: { ...headersOf(endpoint), ...headers },
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
      ...(body ? { body } : {}),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };

  return {
    async pin(cid, _name, car) {
      const boundary = `assay${randomBytes(12).toString('hex')}`;
      const { status, text } = await ask('dag/import?pin-roots=true', Readable.from(formWith(boundary, car())), {
        'content-type': `multipart/form-data; boundary=${boundary}`,
      });
      if (status !== 200) throw new Error(`Kubo answered ${status}: ${text.slice(0, 300)}`);
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const root = lines.map((line) => (JSON.parse(line) as ImportLine).Root).find((one) => one?.Cid?.['/'] === cid);
      if (!root) throw new Error(`Kubo did not say that it has ${cid}: ${text.slice(0, 300)}`);
      if (root.PinErrorMsg) throw new Error(`Kubo could not pin ${cid}: ${root.PinErrorMsg}`);
      return { status: 'pinned', requestId: null, reason: null };
    },

    async unpin(cid) {
      const { status, text } = await ask(`pin/rm?arg=${encodeURIComponent(cid)}`);
      // Kubo answers 500 to everything that it will not do.
      if (status === 200 || text.includes('not pinned')) return;
      throw new Error(`Kubo answered ${status}: ${text.slice(0, 300)}`);
    },
  };
}
