/** The text of a `master_key_ref`. @module */

export type MasterKeyRef =
  | { readonly kind: 'local' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'env'; readonly name: string }
  | {
      readonly kind: 'aws-kms';
      /** Id, alias or ARN, as KMS takes it. */
      readonly keyId: string;
      readonly region: string;
      /** Scheme, host and port. */
      readonly endpoint: string;
    };

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Letters that ids, aliases and ARNs of KMS consist of (KMS API reference, `KeyId`), at most 2048. */
const KMS_KEY = /^[A-Za-z0-9:/_-]{1,2048}$/;
const KMS_ARN = /^arn:[^:]+:kms:([^:]+):/;

/** @throws {RangeError} whose message completes "... must": what a reference looks like */
export function parseMasterKeyRef(text: string): MasterKeyRef {
  const at = text.indexOf(':');
  const [kind, rest] = [text.slice(0, at), text.slice(at + 1)];
  if (kind === 'local' && rest === '') return { kind };
  if (kind === 'file' && rest.startsWith('/')) return { kind, path: rest.replace(/^\/\/(?=\/)/, '') };
  if (kind === 'env' && ENV_NAME.test(rest)) return { kind, name: rest };
  if (kind === 'aws-kms') return kmsRef(rest);
  throw new RangeError('must be local:, file:/path, env:NAME or aws-kms:KEY?region=NAME');
}

function kmsRef(text: string): MasterKeyRef {
  const [keyId = '', query = ''] = text.split('?');
  if (!KMS_KEY.test(keyId)) throw new RangeError('must name a KMS key by id, alias/NAME or ARN after aws-kms:');
  const options = new URLSearchParams(query);
  const region = options.get('region') ?? KMS_ARN.exec(keyId)?.[1];
  if (!region) throw new RangeError('must name the region of the KMS key: aws-kms:KEY?region=NAME');
  const endpoint = options.get('endpoint') ?? `https://kms.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint) || !['http:', 'https:'].includes(new URL(endpoint).protocol))
    throw new RangeError('must have an endpoint that begins with http:// or https://');
  return { kind: 'aws-kms', keyId, region, endpoint: new URL(endpoint).origin };
}
