/** A collector of spans on loopback: takes OTLP/HTTP in JSON as the specification says, and keeps what came. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  readonly isFault: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface OtlpReceiver {
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'service' | 'isFault'> & {
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code?: number };
      })[];
    }[];
  }[];
}

const plain = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      if (
        request.method !== 'POST' ||
        request.url !== '/v1/traces' ||
        request.headers['content-type'] !== 'application/json'
      )
        return void response.writeHead(404).end();
      for (const { resource, scopeSpans } of (JSON.parse(text) as ExportRequest).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            service: String(plain(resource.attributes)['service.name']),
            name: span.name,
            traceId: span.traceId,
            spanId: span.spanId,
            parentSpanId: span.parentSpanId,
            kind: span.kind,
            // STATUS_CODE_ERROR
            isFault: span.status.code === 2,
            attributes: plain(span.attributes),
          });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
