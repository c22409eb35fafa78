/** A4 sheets that text is set on, line by line from the top, each line part of the document's structure. @module */
import { type ReportFonts, reportFonts, type Weight } from './reportFonts.ts';
import { type Line, textLines } from './textLines.ts';

export const MARGIN_PT = 50;
const LINE_HEIGHT = 1.45;
/** Of the line's height, from its top to the baseline. */
const BASELINE = 0.74;

type Element = PDFKit.PDFStructureElement;

export interface SetText {
  readonly text: string;
  readonly sizePt: number;
  readonly weight?: Weight;
  readonly colour?: string;
  /** Of the column, from the page's left edge; default the whole width between the margins. */
  readonly x?: number;
  readonly width?: number;
  /** English within another language stands from left to right. */
  readonly isLeftToRight?: boolean;
}

/** A text that is broken into lines, to be drawn anywhere. */
export interface Column {
  readonly lines: readonly Line[];
  readonly lineHeight: number;
  readonly height: number;
  readonly draw: (lineIndex: number, top: number) => void;
}

export class Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly isRightToLeft: boolean;
  readonly #fonts: ReportFonts;
  readonly root: Element;
  top = MARGIN_PT;

  constructor(document: PDFKit.PDFDocument, isRightToLeft: boolean) {
    this.document = document;
    this.isRightToLeft = isRightToLeft;
    this.#fonts = reportFonts(document as unknown as Parameters<typeof reportFonts>[0]);
    this.root = document.struct('Document');
    document.addStructure(this.root);
  }

  get width(): number {
    return this.document.page.width - 2 * MARGIN_PT;
  }

  get #bottom(): number {
    // The footer lies below.
    return this.document.page.height - MARGIN_PT - 24;
  }

  /** Turns to a new page unless so much fits on this one. */
  room(heightPt: number): void {
    if (this.top + heightPt <= this.#bottom) return;
    this.document.addPage();
    this.top = MARGIN_PT;
  }

  space(heightPt: number): void {
    this.top += heightPt;
  }

  column({ text, sizePt, weight = 400, colour = '#1b1c1e', isLeftToRight = false, ...place }: SetText): Column {
    const { document } = this;
    const isRightToLeft = this.isRightToLeft && !isLeftToRight;
    const { x = MARGIN_PT, width = this.width } = place;
    const widthOf = (part: string, font: string) => document.font(font).fontSize(sizePt).widthOfString(part);
    const lines = textLines(text, this.#fonts, { weight, isRightToLeft, widthOf }, width);
    const lineHeight = sizePt * LINE_HEIGHT;
    const draw = (index: number, top: number) => {
      const line = lines[index];
      if (!line) return;
      const left = isRightToLeft ? x + width - line.width : x;
      document.fillColor(colour);
      for (const item of line.items) {
        document
          .font(item.font)
          .fontSize(sizePt)
          .text(item.shown, left + item.x, top + lineHeight * BASELINE, { lineBreak: false, baseline: 'alphabetic' });
      }
    };
    return { lines, lineHeight, height: lines.length * lineHeight, draw };
  }

  /** One element of the structure, broken over pages where it must be. */
  set(parent: Element, type: string, text: SetText, options: { readonly lang?: string } = {}): void {
    const column = this.column(text);
    const element = this.document.struct(type, options);
    parent.add(element);
    for (const [index] of column.lines.entries()) {
      this.room(column.lineHeight);
      const { top } = this;
      element.add(() => column.draw(index, top));
      this.top += column.lineHeight;
    }
    element.end();
  }

  /** What is there for the eye alone. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.document.markContent('Artifact', { type });
    draw();
    this.document.endMarkedContent();
  }
}
