import { expect, test } from 'vitest';
import { galleryRequest, gallerySearch, isFiltered, pageNumber } from '../../../src/pages/gallery/search.ts';

test('whatever an address says becomes something that can be asked', () => {
  expect(gallerySearch({ q: '  boats ', tags: '', status: 'nonsense', order: 'largest', page: '3' })).toEqual({
    q: 'boats',
    tags: undefined,
    status: undefined,
    order: 'largest',
    page: 3,
  });
  for (const page of ['1', '0', '-2', '1.5', 'x', '', undefined, '1e99'])
    expect(pageNumber(page), String(page)).toBeUndefined();
});

test('words are searched, everything else is a list', () => {
  expect(galleryRequest({})).toMatchObject({ path: '/v1/assets/', query: { page: 1, page_size: 24 } });
  expect(galleryRequest({ q: 'boats', tags: 'a,b', status: 'failed', order: 'oldest', page: 2 })).toEqual({
    path: '/v1/assets/search/',
    query: { q: 'boats', tags: 'a,b', status: 'failed', order: 'created_at', sort: 'asc', page: 2, page_size: 24 },
  });
});

test('an order and a page are no filter: nothing is hidden by them', () => {
  expect(isFiltered({ order: 'title', page: 2 })).toBe(false);
  expect(isFiltered({ status: 'failed' })).toBe(true);
});
