/** The part of `linebreak` that is used; the package brings no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** Where the text may be broken next, in UTF-16 units; null after the end. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
