/** What waits for the end of an answer, behind one listener: streams add so many of their own that Node takes more for a leak. @module */
import type { ServerResponse } from 'node:http';

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/** Called in the order in which they came, once the answer has left or its connection is gone. */
export function whenClosed(response: ServerResponse, then: () => void): void {
  const known = waiting.get(response);
  if (known) return void known.push(then);
  const all = [then];
  waiting.set(response, all);
  response.once('close', () => {
    for (const each of all) each();
  });
}
