/** Reports on their way out. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { REPORT_LANGUAGES, type ReportDocument } from '../../app/ports/verify/reportPrinter.ts';
import type { Ports } from '../../app/ports/ports.ts';
import { sendPage } from '../pages/html.ts';
import { attachment } from '../reply/fileReply.ts';
import { REPORT_POLICY, reportPage } from './reportPage.ts';
import { languageOf, type Words, wordsIn } from './words.ts';

export const ReportQuery = z.object({
  lang: z
    .enum(REPORT_LANGUAGES)
    .optional()
    .describe('Default: the first of `Accept-Language` that there is, else `en`.'),
});

/** Never serialized by a schema, so the type is a description only. */
const content = z.any().meta({ type: 'string' });
export const PDF_ANSWER = {
  description: 'PDF/A-2a, tagged as PDF/UA asks for.',
  content: { 'application/pdf': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
};
export const PAGE_ANSWER = {
  description: 'One file that loads nothing.',
  content: { 'text/html': { schema: content } },
};

/** In the language that was asked for; caches keep languages apart. */
export function askedWords(request: FastifyRequest, reply: FastifyReply): Words {
  const { lang } = request.query as z.output<typeof ReportQuery>;
  const language = lang ?? languageOf(request.headers['accept-language']);
  const vary = [reply.getHeader('vary') ?? [], 'accept-language'].flat().join(', ');
  reply.header('content-language', language).header('vary', vary).header('cache-control', 'private, no-cache');
  return wordsIn(language);
}

/** @member name of the file, without its ending @member organizationId whose certificate signs it, where it has one */
interface TakenReport {
  readonly report: ReportDocument;
  readonly name: string;
  readonly organizationId: string | null;
}

export async function sendPdf(
  { reportPrinter }: Pick<Ports, 'reportPrinter'>,
  reply: FastifyReply,
  { report, name, organizationId }: TakenReport,
): Promise<FastifyReply> {
  const bytes = await reportPrinter.signedPdf(report, organizationId);
  return reply
    .header('content-disposition', attachment(`${name}.pdf`))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('application/pdf')
    .send(bytes);
}

export const sendReportPage = (reply: FastifyReply, report: ReportDocument): FastifyReply =>
  sendPage(
    reply.header('content-security-policy', `${REPORT_POLICY}; frame-ancestors 'none'; sandbox`),
    reportPage(report),
  );
