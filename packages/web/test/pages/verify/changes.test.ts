import { expect, test } from 'vitest';
import { en } from '../../../src/i18n/en.ts';
import { makeTranslate } from '../../../src/i18n/translate.ts';
import { changeText } from '../../../src/pages/verify/changes.ts';

const t = makeTranslate(en, 'en');

test.each([
  [{ type: 'recompress' }, 'Saved again with compression'],
  [
    { type: 'resize', severity: 'medium', factor: 0.5, original: '1440 x 960', current: '720 x 480' },
    'Resized: 1440 x 960 to 720 x 480 (moderate)',
  ],
  [
    { type: 'local_edit', severity: 'high', region: { x: 299.6, y: 210.2, w: 160, h: 120 } },
    'A region was changed, 160 × 120 px at x 300, y 210 (major)',
  ],
  [{ type: 'crop', severity: 'low', region: { x: 1, y: 2, w: 3, h: 4 } }, 'Cropped (minor)'],
  [{ type: 'metadata_removed', field: 'Make', severity: 'low' }, 'Metadata removed: Make (minor)'],
])('%j reads "%s"', (change, text) => {
  expect(changeText(change, t)).toBe(text);
});

test('what a later service may send is named by its own word, and members of another shape are left out', () => {
  expect(changeText({ type: 'solarized', severity: 'extreme', region: 7 }, t)).toBe('Other change (solarized)');
  expect(changeText({ type: 'local_edit', region: { x: 1 } }, t)).toBe('A region was changed');
});
