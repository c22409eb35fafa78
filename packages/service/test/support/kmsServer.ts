/**
 * A stand-in for AWS KMS on loopback that speaks its JSON protocol and checks Signature Version 4 by itself, from the
 * words of the AWS guide ("Create a signed AWS API request"), not by the library that the service signs with.
 * @module
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KMS_CREDENTIALS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
export const KMS_KEY_ID = 'alias/assay';
const REGION = 'eu-test-1';

export interface KmsServer {
  /** The reference that names its one key. */
  readonly ref: string;
  /** Operations asked for, in order. */
  readonly calls: string[];
  /** Answers everything with this status until it is null again. */
  failWith: number | null;
  close(): Promise<void>;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function isSigned(request: IncomingMessage, body: string): boolean {
  const fields =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/kms\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/.exec(
      request.headers.authorization ?? '',
    );
  const [, accessKeyId, day = '', region = '', names = '', signature] = fields ?? [];
  if (accessKeyId !== KMS_CREDENTIALS.accessKeyId || region !== REGION) return false;
  if (!['host', 'x-amz-date', 'x-amz-target'].every((name) => names.split(';').includes(name))) return false;
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = ['POST', '/', '', headers.join(''), names, sha256(body)].join('\n');
  const scope = `${day}/${region}/kms/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region, 'kms', 'aws4_request'].reduce<Buffer>(
    (at, text) => hmac(at, text),
    hmac(`AWS4${KMS_CREDENTIALS.secretAccessKey}`, day),
  );
  return hmac(key, toSign).toString('hex') === signature;
}

interface Input {
  readonly KeyId?: string;
  readonly KeySpec?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: Record<string, string>;
}

export async function startKmsServer(): Promise<KmsServer> {
  const master = randomBytes(32);
  const aad = (context: Input['EncryptionContext']) =>
    Buffer.from(JSON.stringify(Object.entries(context ?? {}).sort()));
  const operations: Record<string, (input: Input) => object | string> = {
    GenerateDataKey({ KeyId, KeySpec, EncryptionContext }) {
      if (KeyId !== KMS_KEY_ID || KeySpec !== 'AES_256') return 'NotFoundException';
      const [key, nonce] = [randomBytes(32), randomBytes(12)];
      const cipher = createCipheriv('aes-256-gcm', master, nonce);
      cipher.setAAD(aad(EncryptionContext));
      const blob = Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
      return { KeyId, Plaintext: key.toString('base64'), CiphertextBlob: blob.toString('base64') };
    },
    Decrypt({ CiphertextBlob = '', EncryptionContext }) {
      const blob = Buffer.from(CiphertextBlob, 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', master, blob.subarray(0, 12), { authTagLength: 16 });
        decipher.setAAD(aad(EncryptionContext));
        decipher.setAuthTag(blob.subarray(-16));
        const key = Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()]);
        return { KeyId: KMS_KEY_ID, Plaintext: key.toString('base64') };
      } catch {
        return 'InvalidCiphertextException';
      }
    },
  };
  const state = { failWith: null as number | null, calls: [] as string[] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const operation = String(request.headers['x-amz-target']).replace('TrentService.', '');
    const answer = (status: number, value: object): void =>
      void response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(value));
    state.calls.push(operation);
    if (state.failWith !== null) return answer(state.failWith, { __type: 'KMSInternalException' });
    if (request.headers['content-type'] !== 'application/x-amz-json-1.1' || !isSigned(request, body))
      return answer(400, { __type: 'InvalidSignatureException', message: 'The request signature does not match' });
    const result = operations[operation]?.(JSON.parse(body) as Input) ?? 'UnknownOperationException';
    if (typeof result === 'string') return answer(400, { __type: result });
    return answer(200, result);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    ref: `aws-kms:${KMS_KEY_ID}?region=${REGION}&endpoint=${endpoint}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
