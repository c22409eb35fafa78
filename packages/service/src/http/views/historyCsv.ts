/** The history of verifications as a table (RFC 4180). @module */
import type { HistoryLine } from '../../app/verify/pastVerifications.ts';

const COLUMNS = [
  'id',
  'verified_at',
  'verdict',
  'confidence',
  'asset_id',
  'asset_title',
  'user_id',
  'api_key_id',
] as const;

/** Spreadsheets take a cell that begins with one of these for a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** With a header line; lines end in CRLF. */
export function historyCsv(lines: readonly HistoryLine[]): string {
  const rows = lines.map(({ id, verifiedAt, verdict, confidence, assetId, matchedAsset, userId, apiKeyId }) => [
    id,
    verifiedAt.toISOString(),
    verdict,
    confidence,
    assetId,
    matchedAsset?.title ?? null,
    userId,
    apiKeyId,
  ]);
  return [[...COLUMNS], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
