/**
 * The port `PinService` on a service that speaks the IPFS Pinning Service API 1.0: it is told a CID and fetches the blocks
 * itself, from the gateway that `origins` name among others.
 * @module
 */
import { request } from 'undici';
import type { PinService } from '../../app/ports/content/pins.ts';
import type { PinEndpoint } from './kuboPins.ts';

const REQUEST_MS_MAX = 30_000;
/** The API's limit of `name`. */
const NAME_CHARS_MAX = 255;

interface PinStatusBody {
  readonly requestid?: string;
  readonly status?: 'queued' | 'pinning' | 'pinned' | 'failed';
  readonly info?: { readonly status_details?: string };
}

/** @param origins multiaddrs where the blocks can be had, told at each pin */
export function createPinningService({ url, token }: PinEndpoint, origins: () => readonly string[]): PinService {
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await request(`${url}/pins${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };

  return {
    async pin(cid, name, _car, requestId) {
      const places = origins();
      const asked = { cid, name: name.slice(0, NAME_CHARS_MAX), ...(places.length > 0 ? { origins: places } : {}) };
      const known = requestId === null ? null : await ask('GET', `/${encodeURIComponent(requestId)}`);
      // 404: the service has forgotten the request, so it is made again.
      const { status, text } = known && known.status !== 404 ? known : await ask('POST', '', asked);
      if (status !== 200 && status !== 202)
        throw new Error(`the pinning service answered ${status}: ${text.slice(0, 300)}`);
      const body = JSON.parse(text) as PinStatusBody;
      if (!body.requestid || !body.status) throw new Error(`the pinning service gave no status: ${text.slice(0, 300)}`);
      return {
        status: body.status === 'queued' ? 'pinning' : body.status,
        // A request that failed stays failed; the next try makes another.
        requestId: body.status === 'failed' ? null : body.requestid,
        reason: body.status === 'failed' ? (body.info?.status_details ?? 'the pinning service gave up') : null,
      };
    },

    async unpin(_cid, requestId) {
      if (requestId === null) return;
      const { status, text } = await ask('DELETE', `/${encodeURIComponent(requestId)}`);
      if (status !== 202 && status !== 200 && status !== 404)
        throw new Error(`the pinning service answered ${status}: ${text.slice(0, 300)}`);
    },
  };
}

/** The gateway of this service as a multiaddr, such as `/dns/assay.example/tcp/443/tls/http`. */
export function gatewayMultiaddr(publicBaseUrl: string): string {
  const { protocol, hostname, port } = new URL(publicBaseUrl);
  const host = hostname.startsWith('[')
    ? `/ip6/${hostname.slice(1, -1)}`
    : `/${/^[\d.]+$/.test(hostname) ? 'ip4' : 'dns'}/${hostname}`;
  const isTls = protocol === 'https:';
  return `${host}/tcp/${port || (isTls ? 443 : 80)}${isTls ? '/tls' : ''}/http`;
}
