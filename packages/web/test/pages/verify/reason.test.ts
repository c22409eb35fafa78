import { RULES } from '@assay/core/verdict/decide';
import { expect, test } from 'vitest';
import { reason as german } from '../../../src/i18n/de/reason.ts';
import { reason as english } from '../../../src/i18n/en/reason.ts';
import { makeTranslate } from '../../../src/i18n/translate.ts';
import { reasonOf } from '../../../src/pages/verify/reason.ts';

const DETAILS = 'The picture carries the mark. 412 matched points over 98 % of the picture.';
const inGerman = makeTranslate(german, 'de-AT');

test('every rule has words, and in English the service’s own', () => {
  expect(english).toEqual(Object.fromEntries(RULES.map(({ id, why }) => [`reason.${id}`, why])));
});

test('English readers get the sentence of the service with its numbers, others that of the rule', () => {
  const judged = { rule: 'copy-marked', details: DETAILS };
  expect(reasonOf(judged, makeTranslate(english, 'en-GB'))).toEqual({ text: DETAILS, lang: 'en' });
  expect(reasonOf(judged, inGerman)).toEqual({ text: german['reason.copy-marked'], lang: undefined });
});

test('a rule without words, of a newer service, is told in English and says so', () => {
  expect(reasonOf({ rule: 'of-tomorrow', details: DETAILS }, inGerman)).toEqual({ text: DETAILS, lang: 'en' });
  expect(reasonOf({ rule: null, details: DETAILS }, inGerman)).toEqual({ text: DETAILS, lang: 'en' });
  expect(reasonOf({ rule: null, details: '' }, inGerman)).toBeNull();
});
