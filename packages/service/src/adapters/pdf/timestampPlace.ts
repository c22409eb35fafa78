/**
 * A time-stamp inside a document: a signature field whose value is a token over all bytes but its own.
 * Source: ISO 32000-2, 12.8.5 (document time-stamps); ETSI EN 319 142-1, 5.5.
 * @module
 */

/** Of the token and its certificates; most have 3 to 7 KiB. */
const TOKEN_BYTES_MAX = 24 * 1024;
/** As wide as the largest offset that a report may have. */
const OFFSET_PLACE = 9_999_999_999;

/** What of PDFKit makes objects of a document. */
interface ObjectMaker {
  ref(data: Readonly<Record<string, unknown>>): { end(): void };
  readonly page: { readonly dictionary: unknown; readonly annotations: unknown[] };
  readonly _root: { readonly data: Record<string, unknown> };
  _acroform?: unknown;
}

/** A text of PDF; plain ones are names to PDFKit. */
const text = (value: string): object => Object(value) as object;

/**
 * The field stands outside of the page: nothing of it is to be seen, and readers that speak pages pass it by (ISO 14289-1, 7.18.1).
 * Its value is filled in by `fillTimestamp`.
 */
export function addTimestampPlace(document: ObjectMaker): void {
  const value = document.ref({
    Type: 'DocTimeStamp',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.RFC3161',
    ByteRange: [0, OFFSET_PLACE, OFFSET_PLACE, OFFSET_PLACE],
    Contents: Buffer.alloc(TOKEN_BYTES_MAX),
  });
  const field = document.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: text('timestamp'),
    TU: text('Time-stamp of this document'),
    Rect: [-2, -2, -1, -1],
    // Printed, and locked.
    F: 132,
    P: document.page.dictionary,
    V: value,
  });
  document.page.annotations.push(field);
  /* oxlint-disable no-underscore-dangle -- PDFKit has no other way */
  // Signatures are there, and whoever writes into the file appends to it. PDFKit ends the form itself, and asks after its fonts.
  document._root.data['AcroForm'] = document.ref({ Fields: [field], SigFlags: 3, DR: { Font: {} } });
  document._acroform = { fonts: {}, defaultFont: 'none' };
  /* oxlint-enable no-underscore-dangle */
  value.end();
  field.end();
}

/** `Contents <`, and the zeros that stand for the token. */
const CONTENTS = Buffer.from(`/Contents <${'0'.repeat(2 * TOKEN_BYTES_MAX)}>`);
const RANGE = Buffer.from(`/ByteRange [0 ${OFFSET_PLACE} ${OFFSET_PLACE} ${OFFSET_PLACE}]`);

export interface StampablePdf {
  /** What the token is over. */
  readonly signed: Uint8Array;
  /** @throws {RangeError} for a token that has no room */
  filled(token: Uint8Array): Uint8Array;
}

/** @throws {RangeError} for a document without the place */
export function stampable(pdf: Uint8Array): StampablePdf {
  const bytes = Buffer.from(pdf);
  const contents = bytes.indexOf(CONTENTS);
  const range = bytes.indexOf(RANGE);
  if (contents < 0 || range < 0) throw new RangeError('the document has no place for a time-stamp');
  const start = contents + '/Contents '.length;
  const end = contents + CONTENTS.length;
  const written = `/ByteRange [0 ${start} ${end} ${bytes.length - end}`;
  bytes.write(`${written.padEnd(RANGE.length - 1)}]`, range, 'latin1');
  return {
    signed: Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]),
    filled(token) {
      if (token.length > TOKEN_BYTES_MAX)
        throw new RangeError(`the time-stamp has ${token.length} bytes, and at most ${TOKEN_BYTES_MAX} have room`);
      const out = Buffer.from(bytes);
      out.write(Buffer.from(token).toString('hex'), start + 1, 'latin1');
      return out;
    },
  };
}
