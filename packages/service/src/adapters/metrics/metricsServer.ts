/**
 * Where Prometheus asks: a port of its own, which balancers and the world do not see. Whoever starts and ends processes asks here too:
 * a worker has no other port.
 * @module
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const saying = (status: number, text: string): Answer => ({ status, type: 'text/plain', text: `${text}\n` });
const condition = (isGood: boolean): Answer => ({
  status: isGood ? 200 : 503,
  type: 'application/json',
  text: JSON.stringify({ status: isGood ? 'healthy' : 'unhealthy' }),
});

/**
 * @param isReady whether it may get work: answered at /health/ready
 * @throws {Error} EADDRINUSE and its kin, as `listen` gives them
 */
export async function serveMetrics(
  { exposition }: Pick<Metrics, 'exposition'>,
  { host, port }: { readonly host: string; readonly port: number },
  isReady: () => Promise<boolean>,
): Promise<MetricsServer> {
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/metrics': () =>
      exposition().then(
        (told) => ({ status: 200, ...told }),
        () => saying(500, 'The figures could not be gathered.'),
      ),
    '/health/live': async () => condition(true),
    '/health/ready': () => isReady().then(condition, () => condition(false)),
  };
  const nothing = async (): Promise<Answer> =>
    saying(404, 'Figures are at GET /metrics; /health/live and /health/ready are here too.');
  const server = createServer((request, response) => {
    const asked = request.url ?? '';
    const isRead = ['GET', 'HEAD'].includes(request.method ?? '');
    const answer = isRead && Object.hasOwn(answers, asked) ? answers[asked] : undefined;
    void (answer ?? nothing)().then(({ status, type, text }) =>
      response.writeHead(status, { 'content-type': type }).end(text),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
