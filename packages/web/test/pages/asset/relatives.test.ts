import { expect, test } from 'vitest';
import { relativesOf } from '../../../src/pages/asset/relatives.ts';

const node = (id: string) => ({ asset_id: id, title: id.toUpperCase(), created_at: '2026-11-20T10:00:00.000Z' });
const edge = (parent: string, child: string) =>
  ({ parent_asset_id: parent, child_asset_id: child, relation: 'edited' }) as const;
const graph = (ids: string, edges: readonly [string, string][]) => ({
  nodes: [...ids].map(node),
  edges: edges.map(([parent, child]) => edge(parent, child)),
  truncated: false,
});
const shape = (list: ReturnType<typeof relativesOf>): unknown =>
  list.map(({ id, relation, children }) => [id, relation, shape(children)]);

test('those made of nothing stand at the top, what was made of them below', () => {
  const relatives = relativesOf(
    graph('bac', [
      ['a', 'b'],
      ['b', 'c'],
    ]),
  );
  expect(shape(relatives)).toEqual([['a', null, [['b', 'edited', [['c', 'edited', []]]]]]]);
  expect(relatives[0]?.title).toBe('A');
});

test('of two parents it stands below both', () => {
  const relatives = relativesOf(
    graph('abc', [
      ['a', 'c'],
      ['b', 'c'],
    ]),
  );
  expect(shape(relatives)).toEqual([
    ['a', null, [['c', 'edited', []]]],
    ['b', null, [['c', 'edited', []]]],
  ]);
});

test('a circle ends', () => {
  const relatives = relativesOf(
    graph('ab', [
      ['a', 'b'],
      ['b', 'a'],
    ]),
  );
  expect(shape(relatives)).toEqual([['a', null, [['b', 'edited', []]]]]);
});
