import { describe, expect, test } from 'vitest';
import type { VerificationResult } from '@assay/sdk/types';
import { en } from '../../../src/i18n/en.ts';
import { makeTranslate } from '../../../src/i18n/translate.ts';
import {
  announcement,
  checksText,
  confidenceText,
  documentTitle,
  percentText,
  readableJson,
  regionFacts,
} from '../../../src/pages/verify/select.ts';
import { FORGED, UNKNOWN } from './results.ts';

const t = makeTranslate(en, 'en');
describe('numbers in words', () => {
  test('percent is rounded down, so that only certainty reads as 100 %', () => {
    expect(percentText(0.9999, t)).toBe('99%');
    expect(percentText(1, t)).toBe('100%');
    expect(percentText(0.29, t)).toBe('29%');
    expect(percentText(0.57, t)).toBe('57%');
  });

  test.each([
    [1, 'Certain, 100%'],
    [0.999, 'Very high, 99%'],
    [0.8, 'High, 80%'],
    [0.79, 'Moderate, 79%'],
    [0.1, 'Low, 10%'],
    [0, 'Low, 0%'],
  ])('confidence %d is "%s"', (confidence, text) => {
    expect(confidenceText(confidence, t)).toBe(text);
  });

  test('regions carry number, place in pixels and certainty', () => {
    expect(regionFacts(FORGED, t)[1]).toEqual({
      name: 'Region 2',
      place: '60 × 48 px at x 90, y 330',
      score: 'certainty 71%',
      box: { x: 90, y: 330, w: 60, h: 48 },
    });
    expect(regionFacts(UNKNOWN, t)).toEqual([]);
  });
});

describe('what is said of the whole', () => {
  const file = new File([], 'a.jpg');
  const done = (result: VerificationResult) => ({
    state: 'done' as const,
    attempt: 1,
    file,
    result,
  });

  test('unknown is never called fake, forged or false in the verdict', () => {
    const words =
      announcement(done(UNKNOWN), t) + documentTitle([done(UNKNOWN)], done(UNKNOWN), t) + en['verdict.unknown'];
    expect(words).toContain('No registered original found');
    expect(words).not.toMatch(/fake|forged|false/i);
  });

  test('an upload is announced once, not per percent', () => {
    const sending = (sentFraction: number) => announcement({ state: 'sending', attempt: 1, file, sentFraction }, t);
    expect(sending(0.1)).toBe(sending(0.9));
  });

  test('several checks are counted, and the title says so while none of them is looked at', () => {
    const checks = [done(UNKNOWN), { state: 'judging', attempt: 2, file, reached: [] } as const];
    expect(checksText(checks, t)).toBe('1 of 2 pictures checked');
    expect(documentTitle(checks, null, t)).toBe('1 of 2 pictures checked – Assay');
    expect(documentTitle([], null, t)).toBe('Assay – check a picture');
  });

  test('readable JSON shortens the map and nothing else', () => {
    const withMap = { ...FORGED, tamper_map: 'A'.repeat(5000) };
    expect(JSON.parse(readableJson(withMap, t))).toEqual({ ...withMap, tamper_map: expect.stringContaining('5,000') });
    expect(JSON.parse(readableJson(UNKNOWN, t))).toEqual(UNKNOWN);
  });
});
