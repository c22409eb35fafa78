/** The setting ASSAY_STORAGE_URL: `file:/folder` or `s3://bucket/prefix?endpoint=https://host&region=name`. @module */
import { fileURLToPath } from 'node:url';

export interface FolderLocation {
  readonly kind: 'folder';
  readonly folder: string;
}

export interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** Scheme, host and port; the bucket becomes the first part of the path. */
  readonly endpoint: string;
  readonly region: string;
}

export type StorageLocation = FolderLocation | S3Location;

/** The region that S3 and its look-alikes take for "none in particular". */
const DEFAULT_REGION = 'us-east-1';

/** Amazon S3 user guide, "Bucket naming rules". */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** @throws {RangeError} whose message completes "ASSAY_STORAGE_URL ..." */
export function parseStorageUrl(text: string): StorageLocation {
  if (!URL.canParse(text)) throw new RangeError('must be an address that begins with file: or s3://');
  const url = new URL(text);
  if (url.protocol === 'file:') return { kind: 'folder', folder: folderOf(url) };
  if (url.protocol !== 's3:') throw new RangeError(`must begin with file: or s3://, got "${url.protocol}"`);
  if (url.username || url.password) throw new RangeError('must not hold keys; set AWS_ACCESS_KEY_ID and its secret');
  if (!BUCKET.test(url.host)) throw new RangeError(`must name a bucket after s3://, got "${url.host}"`);
  const region = url.searchParams.get('region') ?? DEFAULT_REGION;
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint) || !['http:', 'https:'].includes(new URL(endpoint).protocol))
    throw new RangeError('must have an endpoint that begins with http:// or https://');
  const path = url.pathname.split('/').filter((part) => part !== '');
  const prefix = path.map((part) => `${decodeURIComponent(part)}/`).join('');
  return { kind: 's3', bucket: url.host, prefix, endpoint: new URL(endpoint).origin, region };
}

function folderOf(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new RangeError(`must name a folder of this machine, such as file:///srv/assay, got "${url.href}"`);
  }
}
