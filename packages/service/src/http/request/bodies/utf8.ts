/** Text as it was sent, or none: replacing what is no UTF-8 by U+FFFD would keep a text that nobody sent. @module */

const WITH_MARK = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const WITHOUT_MARK = new TextDecoder('utf-8', { fatal: true });

/** Null where the bytes are no UTF-8. @param dropsMark whether a mark at the beginning (U+FEFF) is none of the text */
export function utf8Of(bytes: Uint8Array, dropsMark = false): string | null {
  try {
    return (dropsMark ? WITHOUT_MARK : WITH_MARK).decode(bytes);
  } catch {
    return null;
  }
}
