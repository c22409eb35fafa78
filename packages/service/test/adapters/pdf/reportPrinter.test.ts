import { afterAll, expect, test } from 'vitest';
import type { ReportDocument } from '../../../src/app/ports/verify/reportPrinter.ts';
import { printReport } from '../../../src/adapters/pdf/printReport.ts';
import { createReportPrinter } from '../../../src/adapters/pdf/reportPrinter.ts';
import { createTicker } from './ticker.ts';

const printer = createReportPrinter();
afterAll(() => printer.close());

const REPORT: ReportDocument = {
  language: 'en',
  title: 'A report',
  footer: 'Assay',
  date: new Date('2026-01-02T03:04:05Z'),
  blocks: [
    { kind: 'heading', level: 2, text: 'What was found' },
    ...Array.from({ length: 120 }, (_, i) => ({
      kind: 'paragraph' as const,
      text: `Paragraph ${i} of a long report. `.repeat(6),
    })),
  ],
};

test('a thread of its own prints what this one would, and meanwhile this one answers', {
  timeout: 60_000,
}, async () => {
  const ticker = createTicker();
  const threaded = await printer.pdf(REPORT);
  const beside = ticker.stop();
  const alone = createTicker();
  const here = await printReport(REPORT);
  const blocked = alone.stop();
  expect(Buffer.from(threaded).equals(Buffer.from(here))).toBe(true);
  expect(beside.turns).toBeGreaterThan(10);
  expect(beside.turns).toBeGreaterThan(blocked.turns);
});

test('a report that cannot be printed is refused, and the next one is printed', async () => {
  const broken = {
    ...REPORT,
    blocks: [{ kind: 'pictures', pictures: [{ bytes: new Uint8Array(1) }] }],
  } as unknown as ReportDocument;
  await expect(printer.pdf(broken)).rejects.toMatchObject({ code: 'PROCESSING_FAILED' });
  expect(
    Buffer.from(await printer.pdf({ ...REPORT, blocks: [] }))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('503: pictures of reports that wait are bounded together', async () => {
  const picture = {
    bytes: new Uint8Array(20 * 1024 * 1024),
    mimeType: 'image/png',
    alt: '',
    caption: '',
    boxes: [],
  } as const;
  const large = { ...REPORT, blocks: [{ kind: 'pictures', pictures: [picture] }] } satisfies ReportDocument;
  const asked = await Promise.allSettled([1, 2, 3, 4].map(() => printer.pdf(large)));
  expect(asked.map((one) => (one as PromiseRejectedResult).reason.code)).toEqual([
    ...Array.from({ length: 3 }, () => 'PROCESSING_FAILED'),
    'SERVICE_UNAVAILABLE',
  ]);
});
