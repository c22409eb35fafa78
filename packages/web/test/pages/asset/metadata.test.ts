import { expect, test } from 'vitest';
import { tagLines } from '../../../src/pages/asset/metadata.ts';

test('where a picture was taken stands apart from everything else', () => {
  const { plain, place } = tagLines({
    Make: 'Canon',
    GPSLatitude: [53, 33, 2],
    GPSLatitudeRef: 'N',
    ISO: 200,
    Empty: '',
    None: null,
  });
  expect(plain).toEqual([
    { name: 'Make', value: 'Canon' },
    { name: 'ISO', value: '200' },
  ]);
  expect(place.map(({ name }) => name)).toEqual(['GPSLatitude', 'GPSLatitudeRef']);
  expect(tagLines(null)).toEqual({ plain: [], place: [] });
});
