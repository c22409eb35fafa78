/** What a request to the trustless gateway asks for (specs.ipfs.tech, "Trustless Gateway Specification"). @module */
import { AppError } from '@assay/core/errors';
import type { CarRequest } from '../../app/content/publicBlocks.ts';

export type GatewayFormat = 'raw' | 'car';

export interface GatewayQuery {
  readonly format?: string | undefined;
  readonly 'dag-scope'?: string | undefined;
  readonly 'entity-bytes'?: string | undefined;
  readonly 'car-version'?: string | undefined;
  readonly 'car-order'?: string | undefined;
  readonly 'car-dups'?: string | undefined;
}

const TYPES: Readonly<Record<string, GatewayFormat>> = {
  'application/vnd.ipld.raw': 'raw',
  'application/vnd.ipld.car': 'car',
};

/** The specification asks for 400 wherever a request cannot be served as it is put. */
const refused = (detail: string): AppError => new AppError('BAD_REQUEST', detail);

interface Accepted {
  readonly format: GatewayFormat;
  /** Of the content type, such as `order` and `dups`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly quality: number;
}

/** What of `Accept` this gateway can serve, the best first. */
function acceptedOf(accept: string): readonly Accepted[] {
  return accept
    .split(',')
    .flatMap((part) => {
      const [type = '', ...rest] = part.split(';').map((word) => word.trim().toLowerCase());
      const format = TYPES[type];
      if (!format) return [];
      const parameters = Object.fromEntries(
        rest.map((word) => word.split('=', 2).map((side) => side.replaceAll('"', ''))),
      );
      const quality = 'q' in parameters ? Number(parameters.q) : 1;
      return quality > 0 ? [{ format, parameters, quality }] : [];
    })
    .sort((a, b) => b.quality - a.quality);
}

export interface GatewayRequest {
  readonly format: GatewayFormat;
  /** `format` was not given, so that the answer says where it can be had for sure. */
  readonly isNegotiated: boolean;
  readonly car: Pick<CarRequest, 'scope' | 'duplicates'> & { readonly entityBytes: EntityBytes | null };
}

/** As written: null is `*`, a negative number counts from the end. */
export interface EntityBytes {
  readonly from: number;
  readonly to: number | null;
}

/** A browser that was handed the bare address: it accepts pages, and names no format. */
export const opensPlainly = (query: GatewayQuery, accept = ''): boolean =>
  query.format === undefined && acceptedOf(accept).length === 0 && /\btext\/html\b/i.test(accept);

/** @throws {AppError} BAD_REQUEST */
export function parseGatewayRequest(query: GatewayQuery, accept: string | undefined): GatewayRequest {
  const accepted = acceptedOf(accept ?? '');
  const format = query.format ?? accepted[0]?.format;
  if (format !== 'raw' && format !== 'car')
    throw refused(
      'Ask for `?format=raw` or `?format=car`, or accept application/vnd.ipld.raw or application/vnd.ipld.car.',
    );
  const parameters = accepted.find((one) => one.format === format)?.parameters ?? {};
  const version = query['car-version'] ?? parameters.version ?? '1';
  const order = query['car-order'] ?? parameters.order ?? 'dfs';
  const dups = query['car-dups'] ?? parameters.dups ?? 'n';
  if (format === 'car') {
    if (version !== '1') throw refused('car-version: this gateway writes version 1.');
    if (order !== 'dfs' && order !== 'unk') throw refused('car-order: must be dfs or unk.');
    if (dups !== 'y' && dups !== 'n') throw refused('car-dups: must be y or n.');
  }
  const scope = query['dag-scope'] ?? 'all';
  if (!['block', 'entity', 'all'].includes(scope)) throw refused('dag-scope: must be block, entity or all.');
  return {
    format,
    isNegotiated: query.format === undefined,
    // All that lies below a file's root is the file: `entity` and `all` are the same here.
    car: {
      scope: scope === 'block' ? 'block' : 'all',
      duplicates: dups === 'y',
      entityBytes: query['entity-bytes'] === undefined ? null : parseEntityBytes(query['entity-bytes']),
    },
  };
}

function parseEntityBytes(text: string): EntityBytes {
  const [, from, to] = /^(-?\d{1,15}):(-?\d{1,15}|\*)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw refused('entity-bytes: must be FROM:TO, such as 0:1023 or -1024:*.');
  return { from: Number(from), to: to === '*' ? null : Number(to) };
}

/**
 * The bytes of an entity that a range names. Null if it names none or nothing: then the root block alone is the answer,
 * in which the client sees why.
 * @throws {AppError} BAD_REQUEST when it begins behind the end
 */
export function resolveEntityBytes({ from, to }: EntityBytes, sizeBytes: number) {
  const absolute = (value: number): number => (value < 0 ? sizeBytes + value : value);
  const first = Math.max(0, absolute(from));
  const last = to === null ? sizeBytes - 1 : Math.min(absolute(to), sizeBytes - 1);
  if (from > 0 && first >= sizeBytes) throw refused(`entity-bytes: the file has ${sizeBytes} bytes.`);
  return last < first ? null : { first, last };
}
