/** A verification that tells how far it is: sent to be judged later, then watched (server-sent events). @module */
import type { Connection, RequestSpec } from './connection.ts';
import type { ReachedStage, VerificationResult } from './types.ts';

/** Where the stream broke and the result is not there yet, ms. */
const LOOK_EVERY_MS = 1000;

/**
 * Without a credential the service answers at once, and tells no stages.
 * @param spec the verification as it is sent otherwise
 */
export async function verifyLive(
  connection: Connection,
  spec: RequestSpec,
  onStage: (reached: ReachedStage) => void,
): Promise<VerificationResult> {
  const accepted = await connection.answer({ ...spec, headers: { prefer: 'respond-async' } });
  const answered = await connection.parsed<VerificationResult>(accepted, 'POST /v1/verify/');
  if (accepted.status !== 202) return answered;
  const path = `/v1/verify/${encodeURIComponent(answered.verification_id ?? '')}`;
  const { signal, onRetry } = spec;
  const told = new Set<string>();
  let result: VerificationResult | undefined;
  const tell = (event: string, data: string): void => {
    if (event === 'result') result = JSON.parse(data) as VerificationResult;
    if (event !== 'stage') return;
    const reached = JSON.parse(data) as ReachedStage;
    // A stream that broke and is opened again begins anew.
    if (!told.has(reached.stage)) onStage(reached);
    told.add(reached.stage);
  };
  const get = { method: 'GET', signal, onRetry } as const;
  await connection.answer({
    ...get,
    path: `${path}/events`,
    headers: { accept: 'text/event-stream, application/json' },
    read: (response) => readEvents(response, tell),
  });
  // After a failure its address throws it, with the status that it has.
  while (result === undefined) {
    const answer = await connection.answer({ ...get, path });
    if (answer.status === 200) return connection.parsed(answer, `GET ${path}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return result;
}

/** HTML Living Standard, 9.2.6, as far as this service writes it: each field on a line of its own, an empty line after each event. */
export async function readEvents(response: Response, tell: (event: string, data: string) => void): Promise<Blob> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      const event = field('event');
      if (event !== undefined) tell(event, field('data') ?? '');
    }
    if (done) return new Blob([]);
  }
}
