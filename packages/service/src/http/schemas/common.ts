/** Pieces that the schemas of all routes share. @module */
import { type ErrorCode, ERROR_CODES } from '@assay/core/errors';
import { z } from 'zod';
import { HTTP_STATUS } from '../reply/errorTable.ts';

export const EXAMPLE_ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01';
export const EXAMPLE_TIME = '2026-11-20T12:34:56.789Z';
export const EXAMPLE_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const Id = z.uuid().meta({ description: 'Identifier, a UUID in lower case.', example: EXAMPLE_ID });
/** An identifier that a caller sends; upper case is accepted: docs/spec/api.md#identifiers. */
export const IdInput = z.uuid('must be a UUID').toLowerCase();
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({ description: 'UTC.', example: EXAMPLE_TIME });

/** Text that a database can hold. */
export const storableText = z.string().refine((text) => !text.includes('\0'), 'must not contain the character U+0000');

/** The same, of at most `max` characters (code points, as JSON Schema counts). */
export const boundedText = (max: number, min = 0) =>
  storableText
    .refine((text) => [...text].length <= max, { message: `must have at most ${max} characters` })
    .refine((text) => [...text].length >= min, { message: `must have at least ${min} characters` })
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) });

/** Far beyond any list; keeps offsets exact in every database. */
const PAGE_MAX = 1_000_000_000;
/** docs/spec/api.md#lists. */
export const PAGE_SIZE_MAX = 100;

export const pageQuery = {
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1).describe('Page number, from 1.'),
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(20).describe('Items a page.'),
};

export const PageQuery = z.object(pageQuery);

/** Of addresses that others make longer, as mailers and social networks do (`utm_source`, `fbclid`). */
export const OpenQuery = z.looseObject({});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int().min(0).describe('Items on all pages.'),
    page: z.int().min(1),
    page_size: z.int().min(1).max(PAGE_SIZE_MAX),
    pages: z.int().min(0).describe('Number of pages; 0 if there is nothing.'),
  });

/** Members of an example that every message answer has. */
export const EXAMPLE_MESSAGE = { timestamp: EXAMPLE_TIME, request_id: EXAMPLE_ID };

/** An answer that says a sentence: docs/spec/api.md#message-answers. */
export const messageBody = <Data extends z.ZodType>(data: Data) =>
  z.object({
    data,
    message: z.string().describe('A sentence for people.'),
    timestamp: Timestamp,
    request_id: z.string().describe('The same as in `X-Request-Id`.'),
  });

/** Days and times that every database can hold: those of the years 1 to 9999. */
const EARLIEST = '0001-01-01';
const BEYOND_CALENDAR = 'must lie in the years 1 to 9999';

/** A day that a caller sends, UTC. */
export const DayInput = z.iso.date().refine((day) => day >= EARLIEST, BEYOND_CALENDAR);

const MOMENT = z.union([z.iso.datetime({ offset: true, local: true }).meta({ format: 'date-time' }), z.iso.date()], {
  error: 'must be a day (2026-11-20) or a time (2026-11-20T12:34:56Z); in an address, + is written as %2B',
});

/** A time without an offset is one of UTC, as a day is. */
function dateOf(text: string, endOfDay: boolean): Date {
  if (text.length === EARLIEST.length) return new Date(endOfDay ? `${text}T23:59:59.999Z` : text);
  return new Date(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`);
}

/** An offset may lead out of the calendar, and `toISOString` then writes a year of six digits. */
const isInCalendar = (date: Date): boolean => date >= new Date(EARLIEST) && date.getUTCFullYear() <= 9999;

/** A date counts as its first or last millisecond, UTC: docs/spec/api.md#timestamps. */
export const moment = (endOfDay: boolean, description: string) =>
  MOMENT.transform((text) => dateOf(text, endOfDay))
    .refine(isInCalendar, BEYOND_CALENDAR)
    .meta({ description, example: '2026-11-20' });

type Span<Ends extends string> = Readonly<Partial<Record<Ends, Date | string | undefined>>>;

/** For `refine`: the last moment of a span does not lie before its first. Either may be left out. */
export const inOrder = <First extends string, Last extends string>(
  first: First,
  last: Last,
): [(sent: Span<First | Last>) => boolean, { path: string[]; message: string }] => [
  ({ [first]: from, [last]: to }) => !from || !to || from <= to,
  { path: [last], message: `must not be before ${first}` },
];

export const FieldErrorBody = z
  .object({
    field: z.string().describe('Name as you sent it.'),
    location: z.enum(['body', 'query', 'path', 'header']),
    code: z.string().describe('Short machine word.').meta({ example: 'too_big' }),
    message: z.string(),
  })
  .meta({ id: 'FieldError', description: 'One field that has to be changed.' });

export const ErrorBody = z
  .looseObject({
    detail: z.string().describe('A sentence for people.'),
    error_code: z.enum(ERROR_CODES).describe('Stable; decide by this one.'),
    timestamp: Timestamp,
    request_id: z.string().describe('The same as in `X-Request-Id`.'),
    errors: z.array(FieldErrorBody).optional(),
  })
  .meta({
    id: 'Error',
    description: 'Every failure. Some codes add members, for instance `limit` or `asset_id`.',
    example: {
      detail: 'There is no such asset.',
      error_code: 'ASSET_NOT_FOUND',
      timestamp: EXAMPLE_TIME,
      request_id: EXAMPLE_ID,
    },
  });

/** Any route may answer these. */
const ALWAYS = [
  'BAD_REQUEST',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** What a route that takes a JSON body may answer before it looks at its members. */
export const JSON_BODY = ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const satisfies readonly ErrorCode[];
/** The same, where the route has no other input that a schema refuses. */
export const CHECKED_BODY = ['VALIDATION_ERROR', ...JSON_BODY] as const satisfies readonly ErrorCode[];

/** The response entries of the failures that a route documents, one a status, naming its codes. */
export function failures(...codes: readonly ErrorCode[]): Record<number, { description: string; content: object }> {
  const all = [...new Set<ErrorCode>([...codes, ...ALWAYS])];
  const statuses = [...new Set(all.map((code) => HTTP_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: all.filter((code) => HTTP_STATUS[code] === status).join(', '),
        content: { 'application/json': { schema: ErrorBody } },
      },
    ]),
  );
}
