import { expect, test } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { pseudo } from '../../src/i18n/pseudo.ts';
import { makeTranslate, type Messages } from '../../src/i18n/translate.ts';

test('the language of tests keeps places and says everything between brackets', () => {
  const t = makeTranslate(pseudo(en) as Messages, 'en');
  expect(t('busy.heading', { name: 'harbour.png' })).toMatch(/^⟦Chéckíng harbour\.png(?: ·····)+⟧$/);
  for (const message of Object.values(pseudo(en))) expect(message).toMatch(/^⟦.*⟧$/s);
});
