import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answeredAhead, askAhead } from '../../src/ahead/asked.ts';

const LIST = { method: 'GET', url: 'https://assay.invalid/v1/assets/' };

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ total: 3 })),
  );
});
afterEach(() => vi.unstubAllGlobals());

test('an answer can be read by who asked ahead and by whoever asks the same afterwards, once', async () => {
  expect(await (await askAhead(LIST)).json()).toEqual({ total: 3 });
  expect(await (await answeredAhead(LIST))?.json()).toEqual({ total: 3 });
  expect(answeredAhead(LIST)).toBeUndefined();
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('what is still under way is waited for; another method or address is another question', async () => {
  let answer = (_response: Response) => {};
  vi.mocked(fetch).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const asked = askAhead(LIST);
  expect(answeredAhead({ ...LIST, method: 'POST' })).toBeUndefined();
  expect(answeredAhead({ ...LIST, url: `${LIST.url}?page=2` })).toBeUndefined();
  const taken = answeredAhead(LIST);
  answer(Response.json({ total: 4 }));
  expect(await (await taken)?.json()).toEqual({ total: 4 });
  expect((await asked).bodyUsed).toBe(false);
});

test('a service that cannot be reached fails for both, and for nobody unseen', async () => {
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('offline'));
  await expect(askAhead(LIST)).rejects.toThrow('offline');
  await expect(answeredAhead(LIST)).rejects.toThrow('offline');
});
