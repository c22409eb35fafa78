import { expect, test } from 'vitest';
import { pictureAddress } from '../../../src/pages/verify/fromWeb.ts';

test('addresses are whole, encrypted, and hold no password', () => {
  expect(pictureAddress(' https://pictures.test/a.png ')?.href).toBe('https://pictures.test/a.png');
  for (const text of ['', 'a.png', 'http://pictures.test/a.png', 'https://ada:x@pictures.test/a.png', 'data:,x'])
    expect(pictureAddress(text), text).toBeNull();
});
