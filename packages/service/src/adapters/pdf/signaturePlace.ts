/**
 * A signature inside a document, a person's or that of a time-stamp authority: a field whose value is over all bytes but its own.
 * Source: ISO 32000-2, 12.8.1 (byte ranges) and 12.8.5 (document time-stamps); ETSI EN 319 142-1, 5.3 and 5.5 (PAdES).
 * @module
 */

/** Of the value: certificates have 1 to 2 KiB each, tokens with theirs mostly 3 to 7 KiB. */
const VALUE_BYTES_MAX = 24 * 1024;
/** As wide as the largest offset that a report may have. */
const OFFSET_PLACE = 9_999_999_999;

/** What of PDFKit makes objects of a document. */
interface ObjectMaker {
  ref(data: Readonly<Record<string, unknown>>): { end(): void };
  readonly page: { readonly dictionary: unknown; readonly annotations: unknown[] };
  readonly _root: { readonly data: Record<string, unknown> };
  _acroform?: unknown;
}

/** Who fills the place. */
export type Place =
  | { readonly kind: 'timestamp' }
  /** @member at when the signer says that it signs, which PAdES has here and not inside the signature */
  | { readonly kind: 'signature'; readonly signer: string; readonly at: Date };

/** A text of PDF; plain ones are names to PDFKit. */
const text = (value: string): object => Object(value) as object;

const KINDS = {
  timestamp: {
    Type: 'DocTimeStamp',
    SubFilter: 'ETSI.RFC3161',
    field: 'timestamp',
    shown: 'Time-stamp of this document',
  },
  signature: { Type: 'Sig', SubFilter: 'ETSI.CAdES.detached', field: 'signature', shown: 'Signature of this document' },
} as const;

/**
 * The field stands outside of the page: nothing of it is to be seen, and readers that speak pages pass it by (ISO 14289-1, 7.18.1).
 * It has no extent, since any other would have to bring an appearance (ISO 19005-2, 6.3.3).
 * Its value is filled in by `signable`.
 */
export function addSignaturePlace(document: ObjectMaker, place: Place): void {
  const { Type, SubFilter, field: name, shown } = KINDS[place.kind];
  const value = document.ref({
    Type,
    Filter: 'Adobe.PPKLite',
    SubFilter,
    ...(place.kind === 'signature' ? { Name: text(place.signer), M: place.at } : {}),
    ByteRange: [0, OFFSET_PLACE, OFFSET_PLACE, OFFSET_PLACE],
    Contents: Buffer.alloc(VALUE_BYTES_MAX),
  });
  const field = document.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: text(name),
    TU: text(shown),
    Rect: [-1, -1, -1, -1],
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

/** `Contents <`, and the zeros that stand for the value. */
const CONTENTS = Buffer.from(`/Contents <${'0'.repeat(2 * VALUE_BYTES_MAX)}>`);
const RANGE = Buffer.from(`/ByteRange [0 ${OFFSET_PLACE} ${OFFSET_PLACE} ${OFFSET_PLACE}]`);

export interface SignablePdf {
  /** What the value is over. */
  readonly signed: Uint8Array;
  /** @throws {RangeError} for a value that has no room */
  filled(value: Uint8Array): Uint8Array;
}

/** @throws {RangeError} for a document without the place */
export function signable(pdf: Uint8Array): SignablePdf {
  const bytes = Buffer.from(pdf);
  const contents = bytes.indexOf(CONTENTS);
  const range = bytes.indexOf(RANGE);
  if (contents < 0 || range < 0) throw new RangeError('the document has no place for a signature');
  const start = contents + '/Contents '.length;
  const end = contents + CONTENTS.length;
  const written = `/ByteRange [0 ${start} ${end} ${bytes.length - end}`;
  bytes.write(`${written.padEnd(RANGE.length - 1)}]`, range, 'latin1');
  return {
    signed: Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]),
    filled(signature) {
      if (signature.length > VALUE_BYTES_MAX)
        throw new RangeError(`the signature has ${signature.length} bytes, and at most ${VALUE_BYTES_MAX} have room`);
      const out = Buffer.from(bytes);
      out.write(Buffer.from(signature).toString('hex'), start + 1, 'latin1');
      return out;
    },
  };
}
