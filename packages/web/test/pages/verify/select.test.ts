import { describe, expect, test } from 'vitest';
import type { VerificationResult } from '@assay/sdk/types';
import { en } from '../../../src/i18n/en.ts';
import { makeTranslate } from '../../../src/i18n/translate.ts';
import {
  announcement,
  confidenceText,
  documentTitle,
  evidenceRows,
  percentText,
  readableJson,
  regionFacts,
} from '../../../src/pages/verify/select.ts';
import { IDLE } from '../../../src/pages/verify/state.ts';
import { AUTHENTIC, EXACT, FORGED, UNKNOWN } from './results.ts';

const t = makeTranslate(en, 'en');
const bearings = (result: VerificationResult) =>
  Object.fromEntries(evidenceRows(result, t).map((row) => [row.id, row.bearing]));
const row = (result: VerificationResult, id: string) => evidenceRows(result, t).find((row) => row.id === id)!;

describe('evidenceRows', () => {
  test('the same eight rows in the same order whatever the verdict', () => {
    const ids = ['exact', 'track_a', 'track_b', 'track_c', 'fingerprint', 'changes', 'ledger', 'metadata'];
    for (const result of [AUTHENTIC, EXACT, FORGED, UNKNOWN])
      expect(evidenceRows(result, t).map((row) => row.id)).toEqual(ids);
  });

  test('only confidence 1 means equal bytes', () => {
    expect(bearings(EXACT)['exact']).toBe('for');
    expect(bearings({ ...AUTHENTIC, confidence: 0.9999 })['exact']).toBe('absent');
    expect(bearings({ ...UNKNOWN, confidence: 1 })['exact']).toBe('absent');
  });

  test('a missing mark or stripped metadata alone never speaks against a picture', () => {
    expect(bearings(AUTHENTIC)).toMatchObject({ track_c: 'absent', metadata: 'neutral', changes: 'neutral' });
    expect(Object.values(bearings(UNKNOWN))).not.toContain('against');
  });

  test('without an original, nothing is said about changes or metadata', () => {
    expect(row(UNKNOWN, 'changes').finding).toBe('No original to compare it with');
    expect(row(UNKNOWN, 'metadata').finding).toBe('No original to compare it with');
  });

  test('a changed region speaks against it and is listed with its place; metadata changes stand with the metadata', () => {
    const changes = row(FORGED, 'changes');
    expect(changes.bearing).toBe('against');
    expect(changes.lines).toEqual([
      'Saved again with compression (low)',
      'A region was changed, 160 × 120 px at x 300, y 210 (high)',
    ]);
    expect(row(AUTHENTIC, 'changes').lines).not.toContain('Metadata removed: Make (low)');
    expect(row(AUTHENTIC, 'metadata').lines).toEqual(['Metadata removed: Make (low)']);
  });

  test('a change of a type that a later service may name is shown by that name', () => {
    const result = { ...FORGED, metadata: { exif_intact: false, modifications: [{ type: 'mirrored' }] } };
    expect(row(result, 'changes').lines).toEqual(['Other change (mirrored)']);
  });

  test('the fingerprint row gives score, threshold and number of matches', () => {
    expect(row(AUTHENTIC, 'fingerprint').finding).toBe('0.96; 1 registered picture reaches the threshold of 0.80');
    expect(row(UNKNOWN, 'fingerprint')).toMatchObject({ finding: '0.31, below the threshold of 0.80', score: 0.31 });
  });

  test.each([
    [{ commitment_found: false, signature_valid: false, on_chain: false, tx_hash: null }, 'absent'],
    [{ commitment_found: true, signature_valid: false, on_chain: true, tx_hash: 'x' }, 'against'],
    [{ commitment_found: true, signature_valid: true, on_chain: false, tx_hash: null }, 'neutral'],
    [{ commitment_found: true, signature_valid: true, on_chain: true, tx_hash: 'x' }, 'for'],
  ])('ledger %j is %s', (blockchain, bearing) => {
    expect(bearings({ ...AUTHENTIC, blockchain })['ledger']).toBe(bearing);
  });
});

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
  const picked = { file: new File([], 'a.jpg'), ignoredCount: 0 };
  const done = (result: VerificationResult) => ({
    state: 'done' as const,
    attempt: 1,
    picked,
    result,
    checkedAt: '2026-11-20T10:00:00Z',
  });

  test('unknown is never called fake, forged or false in the verdict', () => {
    const words = announcement(done(UNKNOWN), t) + documentTitle(done(UNKNOWN), t) + en['verdict.unknown'];
    expect(words).toContain('No registered original found');
    expect(words).not.toMatch(/fake|forged|false/i);
  });

  test('an upload is announced once, not per percent', () => {
    const sending = (sentShare: number) => announcement({ state: 'sending', attempt: 1, picked, sentShare }, t);
    expect(sending(0.1)).toBe(sending(0.9));
    expect(announcement(IDLE, t)).toBe('');
  });

  test('readable JSON shortens the map and nothing else', () => {
    const withMap = { ...FORGED, tamper_map: 'A'.repeat(5000) };
    expect(JSON.parse(readableJson(withMap, t))).toEqual({ ...withMap, tamper_map: expect.stringContaining('5,000') });
    expect(JSON.parse(readableJson(UNKNOWN, t))).toEqual(UNKNOWN);
  });
});
