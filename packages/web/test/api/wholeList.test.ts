import { expect, test } from 'vitest';
import { wholeList } from '../../src/api/wholeList.ts';

type Asked = { readonly path: string; readonly query?: Readonly<Record<string, unknown>> };

/** Answers pages of the rows, and keeps what was asked. */
function connectionTo(pagesOf: readonly (readonly number[])[], pages = pagesOf.length) {
  const asked: Asked[] = [];
  const json = async <T>({ path, query }: Asked): Promise<T> => {
    asked.push({ path, query: { ...query } });
    return { items: pagesOf[asked.length - 1] ?? [], pages } as T;
  };
  return { asked, connection: { json: json as never } };
}
const { signal } = new AbortController();

test('one page is asked for once, without its number', async () => {
  const { asked, connection } = connectionTo([[1, 2]]);
  expect(await wholeList<number>(connection, '/v1/api-keys/', signal)).toEqual({ items: [1, 2] });
  expect(asked).toEqual([{ path: '/v1/api-keys/', query: { page_size: 100 } }]);
});

test('every further page follows, in order', async () => {
  const { asked, connection } = connectionTo([[1, 2], [3, 4], [5]]);
  expect(await wholeList<number>(connection, '/x', signal)).toEqual({ items: [1, 2, 3, 4, 5] });
  expect(asked.map(({ query }) => query?.page)).toEqual([undefined, 2, 3]);
});

test('a list that became shorter meanwhile ends, and an empty one is empty', async () => {
  const { asked, connection } = connectionTo([[1]], 5);
  expect(await wholeList<number>(connection, '/x', signal)).toEqual({ items: [1] });
  expect(asked).toHaveLength(2);
  expect(await wholeList<number>(connectionTo([[]], 0).connection, '/x', signal)).toEqual({ items: [] });
});
