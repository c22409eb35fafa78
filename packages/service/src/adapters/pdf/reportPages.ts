/** The blocks of a report on paper. @module */
import {
  isRightToLeft,
  type ReportBlock,
  type ReportDocument,
  type ReportFact,
  type ReportPicture,
} from '../../app/ports/verify/reportPrinter.ts';
import { MARGIN_PT, Sheet } from './reportSheet.ts';

/** With at least 4.5:1 on white: those of the pages. */
const COLOURS = { authentic: '#1d6339', forged: '#9c1f24', unknown: '#4a5360', none: '#16324f' } as const;
const GREY = '#4a5360';
const BODY_PT = 10;
const LABEL_SHARE = 0.32;
const GAP_PT = 14;
const PICTURE_HEIGHT_MAX_PT = 260;

export function drawBlocks(document: PDFKit.PDFDocument, report: ReportDocument): Sheet {
  const sheet = new Sheet(document, isRightToLeft(report.language));
  sheet.set(sheet.root, 'H1', { text: report.title, sizePt: 18, weight: 700 });
  sheet.space(6);
  for (const block of report.blocks) drawBlock(sheet, block);
  sheet.root.end();
  return sheet;
}

function drawBlock(sheet: Sheet, block: ReportBlock): void {
  switch (block.kind) {
    case 'heading': {
      const sizePt = block.level === 2 ? 13 : 10.5;
      sheet.space(block.level === 2 ? 14 : 7);
      // Never alone at the foot of a page.
      sheet.room(sizePt * 1.45 + 3 * BODY_PT * 1.45);
      sheet.set(sheet.root, `H${block.level}`, { text: block.text, sizePt, weight: 700 });
      return sheet.space(2);
    }
    case 'paragraph': {
      const { text, isNote = false, isEnglish = false } = block;
      const style = {
        text,
        sizePt: isNote ? 9 : BODY_PT,
        isLeftToRight: isEnglish,
        ...(isNote ? { colour: GREY } : {}),
      };
      sheet.set(sheet.root, 'P', style, isEnglish ? { lang: 'en' } : {});
      return sheet.space(3);
    }
    case 'verdict':
      return drawVerdict(sheet, block);
    case 'facts':
      return drawPairs(sheet, block.facts);
    case 'list':
      return drawList(sheet, block.items);
    case 'pictures':
      return drawPictures(sheet, block.pictures);
  }
}

function drawVerdict(sheet: Sheet, { verdict, label, text }: Extract<ReportBlock, { kind: 'verdict' }>): void {
  const colour = COLOURS[verdict ?? 'none'];
  const inner = { x: MARGIN_PT + (sheet.isRightToLeft ? 0 : GAP_PT), width: sheet.width - GAP_PT };
  const words = { text, sizePt: 20, weight: 700, colour, ...inner } as const;
  const height = sheet.column(words).height + 9 * 1.45 + 12;
  sheet.room(height);
  const { top } = sheet;
  const bar = sheet.isRightToLeft ? MARGIN_PT + sheet.width - 5 : MARGIN_PT;
  sheet.artifact(() => sheet.document.rect(bar, top, 5, height).fill(colour));
  sheet.space(4);
  sheet.set(sheet.root, 'P', { text: label, sizePt: 9, colour: GREY, ...inner });
  sheet.set(sheet.root, 'P', words);
  sheet.top = top + height + 8;
}

/** A list of pairs: names beside what they stand for. */
function drawPairs(sheet: Sheet, facts: readonly ReportFact[]): void {
  const list = sheet.document.struct('L');
  sheet.root.add(list);
  const labelWidth = sheet.width * LABEL_SHARE - GAP_PT;
  const textWidth = sheet.width * (1 - LABEL_SHARE);
  const right = MARGIN_PT + sheet.width;
  const [labelX, textX] = sheet.isRightToLeft
    ? [right - labelWidth, MARGIN_PT]
    : [MARGIN_PT, MARGIN_PT + sheet.width * LABEL_SHARE];
  for (const { label, text } of facts) {
    const left = sheet.column({ text: label, sizePt: 9, colour: GREY, x: labelX, width: labelWidth });
    const body = sheet.column({ text, sizePt: 9, x: textX, width: textWidth });
    const item = sheet.document.struct('LI');
    list.add(item);
    const name = sheet.document.struct('Lbl');
    item.add(name);
    const value = sheet.document.struct('LBody');
    item.add(value);
    const lines = Math.max(left.lines.length, body.lines.length);
    for (let index = 0; index < lines; index++) {
      sheet.room(left.lineHeight);
      const { top } = sheet;
      if (index < left.lines.length) name.add(() => left.draw(index, top));
      if (index < body.lines.length) value.add(() => body.draw(index, top));
      sheet.top += left.lineHeight;
    }
    name.end();
    value.end();
    item.end();
    sheet.space(2);
  }
  list.end();
  sheet.space(3);
}

function drawList(sheet: Sheet, items: readonly string[]): void {
  const list = sheet.document.struct('L');
  sheet.root.add(list);
  const inner = { x: MARGIN_PT + (sheet.isRightToLeft ? 0 : GAP_PT), width: sheet.width - GAP_PT };
  for (const text of items) {
    const item = sheet.document.struct('LI');
    list.add(item);
    sheet.room(BODY_PT * 1.45);
    const bullet = sheet.column({ text: '•', sizePt: BODY_PT });
    const { top } = sheet;
    const label = sheet.document.struct('Lbl', {}, () => bullet.draw(0, top));
    item.add(label);
    sheet.set(item, 'LBody', { text, sizePt: BODY_PT, ...inner });
    item.end();
    sheet.space(2);
  }
  list.end();
  sheet.space(3);
}

/** What PDFKit says of an opened picture. */
interface OpenedPicture {
  readonly width: number;
  readonly height: number;
}

function drawPictures(sheet: Sheet, pictures: readonly ReportPicture[]): void {
  const { document } = sheet;
  const columns = Math.min(pictures.length, 2);
  const width = (sheet.width - GAP_PT * (columns - 1)) / columns;
  for (let first = 0; first < pictures.length; first += columns) {
    const row = pictures.slice(first, first + columns).map((picture, place) => {
      const opened = (document as unknown as { openImage(source: Buffer): OpenedPicture }).openImage(
        Buffer.from(picture.bytes),
      );
      const scale = Math.min(width / opened.width, PICTURE_HEIGHT_MAX_PT / opened.height);
      const column = sheet.isRightToLeft ? columns - 1 - place : place;
      const x = MARGIN_PT + column * (width + GAP_PT);
      const caption = sheet.column({ text: picture.caption, sizePt: 9, colour: GREY, x, width });
      return { picture, opened, x, w: opened.width * scale, h: opened.height * scale, caption };
    });
    const height = Math.max(...row.map(({ h }) => h));
    sheet.room(height + 6 + Math.max(...row.map(({ caption }) => caption.height)));
    const { top } = sheet;
    for (const { picture, opened, x, w, h, caption } of row) {
      const left = sheet.isRightToLeft ? x + width - w : x;
      const options = { alt: picture.alt, bbox: [left, top, left + w, top + h] as [number, number, number, number] };
      const figure = document.struct('Figure', options, () => {
        document.image(opened as unknown as string, left, top, { width: w, height: h });
        for (const box of picture.boxes)
          drawBox(sheet, box.number, [left + box.x * w, top + box.y * h, box.w * w, box.h * h]);
      });
      sheet.root.add(figure);
      const words = document.struct('Caption');
      sheet.root.add(words);
      for (const [index] of caption.lines.entries())
        words.add(() => caption.draw(index, top + height + 4 + index * caption.lineHeight));
      words.end();
    }
    sheet.top = top + height + 4 + Math.max(...row.map(({ caption }) => caption.height)) + 8;
  }
}

function drawBox(sheet: Sheet, number: number, [x, y, w, h]: readonly [number, number, number, number]): void {
  const { document } = sheet;
  document.lineWidth(2.4).strokeColor('#ffffff').rect(x, y, w, h).stroke();
  document.lineWidth(1.2).strokeColor(COLOURS.forged).rect(x, y, w, h).stroke();
  document.rect(x, y, 13, 13).fill(COLOURS.forged);
  const label = sheet.column({
    text: String(number),
    sizePt: 8,
    weight: 700,
    colour: '#ffffff',
    x: x + 3,
    width: 40,
    isLeftToRight: true,
  });
  label.draw(0, y + 0.5);
}

/** On every page, once it is known how many there are. */
export function drawFooters(sheet: Sheet, { footer }: ReportDocument): void {
  const { document } = sheet;
  const { start, count } = document.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    document.switchToPage(start + index);
    const top = document.page.height - MARGIN_PT - 6;
    const words = sheet.column({ text: `${footer} · ${index + 1} / ${count}`, sizePt: 8, colour: GREY });
    sheet.artifact(() => words.draw(0, top), 'Pagination');
  }
}
