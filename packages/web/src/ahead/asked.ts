/**
 * What is asked of the service while the script of the pages is still coming in and starting, which on a slow processor takes
 * longer than the answer. Whoever then asks the same is given that answer, once.
 * @module
 */

/** By method and address. */
const asked = new Map<string, Promise<Response>>();

interface Request {
  readonly method: string;
  /** Of this origin, whole. */
  readonly url: string;
}

const keyOf = ({ method, url }: Request): string => `${method} ${url}`;

/** The answer is there to be read; another reading of it is kept. @throws {TypeError} if the service cannot be reached */
export async function askAhead(request: Request & RequestInit): Promise<Response> {
  const answer = fetch(request.url, request);
  asked.set(
    keyOf(request),
    answer.then((response) => response.clone()),
  );
  // Whoever asks for it later is told; nobody else has to be.
  asked.get(keyOf(request))?.catch(() => undefined);
  return await answer;
}

/** What was asked before and nobody has taken yet. */
export function answeredAhead(request: Request): Promise<Response> | undefined {
  const answer = asked.get(keyOf(request));
  asked.delete(keyOf(request));
  return answer;
}
