/** Addresses at a bucket that give one object without a credential, by Signature Version 4 in the query. @module */
import { SignatureV4 } from '@smithy/signature-v4';
import { Sha256 } from '../crypto/signerHash.ts';
import type { StoredFile } from '../../app/ports/assets/storage.ts';
import type { S3Credentials, S3Place } from './s3Store.ts';

/**
 * The signer of the AWS SDK: s3mini 1.0.2 leaves `!'()*` of values unescaped, which names of files have (RFC 8187), and servers
 * then refuse its signature.
 */
export function createS3Links(
  { bucket, endpoint, region }: S3Place,
  credentials: S3Credentials,
): (key: string) => NonNullable<StoredFile['link']> {
  // S3 signs the path as it is sent (Amazon S3 API reference, "Create a canonical request").
  const signer = new SignatureV4({ credentials, region, service: 's3', sha256: Sha256, uriEscapePath: false });
  const { protocol, hostname, port, host } = new URL(endpoint);
  return (key) =>
    async ({ mimeType, disposition, seconds }) => {
      const signed = await signer.presign(
        {
          method: 'GET',
          protocol,
          hostname,
          ...(port === '' ? {} : { port: Number(port) }),
          path: `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`,
          // Type and name of the answer are signed too, so nobody changes them.
          query: { 'response-content-type': mimeType, 'response-content-disposition': disposition },
          // A GET has no body to be held to.
          headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        },
        { expiresIn: seconds },
      );
      const query = Object.entries(signed.query ?? {}).map(([name, value]) => `${name}=${escaped(String(value))}`);
      return `${endpoint}${signed.path}?${query.join('&')}`;
    };
}

/** RFC 3986: nothing but unreserved characters stays as it is. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
