import { describe, expect, test } from 'vitest';
import type { VerificationResult, Verdict } from '@assay/sdk/types';
import { en } from '../../../src/i18n/en.ts';
import { makeTranslate } from '../../../src/i18n/translate.ts';
import { evidenceRows } from '../../../src/pages/verify/evidenceRows.ts';
import { AUTHENTIC, EXACT, FORGED, UNKNOWN } from './results.ts';

const t = makeTranslate(en, 'en');
const bearings = (result: VerificationResult) =>
  Object.fromEntries(evidenceRows(result, t).map((row) => [row.id, row.bearing]));
const row = (result: VerificationResult, id: string) => evidenceRows(result, t).find((row) => row.id === id)!;

/** The row of changes for a service that gives no statements. */
const changed = (verdict: Verdict, types: string[]) => {
  const modifications = types.map((type) => ({ type, severity: 'low' as const }));
  return row({ ...AUTHENTIC, verdict, evidence: [], metadata: { exif_intact: false, modifications } }, 'changes');
};

describe('evidenceRows', () => {
  test('the same nine rows in the same order whatever the verdict', () => {
    const ids = [
      'exact',
      'track_a',
      'track_b',
      'track_c',
      'fingerprint',
      'changes',
      'ledger',
      'credentials',
      'metadata',
    ];
    for (const result of [AUTHENTIC, EXACT, FORGED, UNKNOWN])
      expect(evidenceRows(result, t).map((row) => row.id)).toEqual(ids);
  });

  test('equal bytes: as the service states, else as only its confidence of 1 can mean', () => {
    const silent = { ...AUTHENTIC, evidence: [] };
    expect(bearings(EXACT)['exact']).toBe('for');
    expect(bearings({ ...AUTHENTIC, confidence: 1 })['exact']).toBe('absent');
    expect(bearings({ ...silent, confidence: 1 })['exact']).toBe('for');
    expect(bearings({ ...silent, confidence: 0.9999 })['exact']).toBe('absent');
    expect(bearings({ ...silent, verdict: 'unknown', confidence: 1 })['exact']).toBe('absent');
  });

  test('a missing mark or stripped metadata alone never speaks against a picture', () => {
    expect(bearings(AUTHENTIC)).toMatchObject({ track_c: 'absent', metadata: 'neutral', changes: 'neutral' });
    expect(Object.values(bearings(UNKNOWN))).not.toContain('against');
  });

  test('EXIF that neither picture has says nothing', () => {
    const evidence = [
      { kind: 'metadata', state: 'absent', statement: 'Neither picture has EXIF.', asset_id: null },
    ] as const;
    const silent = row(
      { ...AUTHENTIC, metadata: { exif_intact: true, modifications: [] }, evidence: [...evidence] },
      'metadata',
    );
    expect(silent).toMatchObject({ bearing: 'absent', finding: 'No EXIF to compare, or no original' });
  });

  test('without an original, nothing is said about changes or metadata', () => {
    expect(row(UNKNOWN, 'changes').finding).toBe('No original to compare it with');
    const stranger = {
      kind: 'comparison',
      state: 'neutral',
      statement: 'Could not be laid over.',
      asset_id: null,
    } as const;
    const compared = row({ ...UNKNOWN, evidence: [stranger] }, 'changes');
    expect(compared).toMatchObject({
      bearing: 'absent',
      finding: 'The nearest registered picture shows something else',
    });
    expect(row(UNKNOWN, 'metadata').finding).toBe('No EXIF to compare, or no original');
  });

  test('a changed region speaks against it; metadata changes stand with the metadata', () => {
    expect(row(FORGED, 'changes')).toMatchObject({
      bearing: 'against',
      statements: ['388 points agree; the largest changed region takes 5.6 %.'],
    });
    expect(row(AUTHENTIC, 'changes').lines).not.toContain('Metadata removed: Make (minor)');
    expect(row(AUTHENTIC, 'metadata').lines).toEqual(['Metadata removed: Make (minor)']);
  });

  test('only an authentic verdict calls changes harmless or absent', () => {
    expect(changed('authentic', [])).toMatchObject({ bearing: 'for', finding: 'None found' });
    expect(changed('authentic', ['crop']).finding).toBe('Only such that leave the content as it was');
    expect(changed('forged', ['border']).finding).toBe('Differs from the nearest original as listed');
    expect(changed('forged', [])).toMatchObject({ bearing: 'neutral', finding: expect.stringContaining('laid over') });
  });

  test('what the service did not look at is said in its own words', () => {
    expect(row(AUTHENTIC, 'ledger').statements).toEqual(['This version keeps no ledger; nothing was asked.']);
    expect(row(AUTHENTIC, 'credentials')).toMatchObject({ bearing: 'absent', finding: 'None read' });
  });

  test('the fingerprint row gives score, threshold and number of matches', () => {
    expect(row(AUTHENTIC, 'fingerprint').finding).toBe('0.96; 1 registered picture reaches the threshold of 0.80');
    expect(row(UNKNOWN, 'fingerprint')).toMatchObject({ finding: '0.31, below the threshold of 0.80', score: 0.31 });
  });

  test('a score just below the threshold does not read as the threshold', () => {
    const fingerprint = { similarity_score: 0.7999, match_count: 0, top_matches: [] };
    expect(row({ ...UNKNOWN, fingerprint }, 'fingerprint').finding).toBe('0.79, below the threshold of 0.80');
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
