import { expect, test } from 'vitest';
import { filterCount, galleryRequest } from '../../../src/pages/gallery/request.ts';
import { gallerySearch, pageNumber } from '../../../src/pages/gallery/search.ts';

test('whatever an address says becomes something that can be asked', () => {
  expect(gallerySearch({ q: '  boats ', tags: '', status: 'nonsense', order: 'largest', page: '3' })).toEqual({
    q: 'boats',
    tags: undefined,
    status: undefined,
    order: 'largest',
    page: 3,
  });
  expect(gallerySearch({ from: '2026-11-01', to: '2026-11-31', view: 'list' })).toEqual({
    from: '2026-11-01',
    view: 'list',
  });
  expect(gallerySearch({ view: 'mosaic' })).toEqual({});
  for (const page of ['1', '0', '-2', '1.5', 'x', '', undefined, '1e99'])
    expect(pageNumber(page), String(page)).toBeUndefined();
});

test('words are searched, everything else is a list', () => {
  expect(galleryRequest({})).toMatchObject({ path: '/v1/assets/', query: { page: 1, page_size: 24 } });
  expect(galleryRequest({ q: 'boats', tags: 'a,b', status: 'failed', order: 'oldest', page: 2 })).toEqual({
    path: '/v1/assets/search/',
    query: { q: 'boats', tags: 'a,b', status: 'failed', order: 'created_at', sort: 'asc', page: 2, page_size: 24 },
  });
  const days = {
    created_from: new Date(2026, 10, 1).toISOString(),
    created_to: new Date(2026, 10, 20, 23, 59, 59, 999).toISOString(),
  };
  expect(galleryRequest({ from: '2026-11-01', to: '2026-11-20' }).query).toMatchObject(days);
  expect(galleryRequest({ q: 'boats', from: '2026-11-01', to: '2026-11-20' }).query).toMatchObject(days);
});

test('an order, a view and a page are no filter: nothing is hidden by them', () => {
  expect(filterCount({ order: 'title', view: 'list', page: 2 })).toBe(0);
  expect(filterCount({ to: '2026-11-20' })).toBe(1);
  expect(filterCount({ status: 'failed', q: 'boats', tags: 'sea' })).toBe(3);
});
