/** Texts of strangers in a report: titles, names of recipients, metadata of submitted files. @module */
import type { ReportBlock, ReportDocument } from '../../app/ports/verify/reportPrinter.ts';

/** They turn the reading direction of all that follows, so that a sentence of ours would read as another one. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const CONTROLS = /\p{Cc}+/gu;

const plain = (text: string): string => text.replace(DIRECTIONS, '').replace(CONTROLS, ' ');

/** The same document without characters that nobody sees and that change how the rest is read. Our own words have none. */
export const plainDocument = (document: ReportDocument): ReportDocument => ({
  ...document,
  title: plain(document.title),
  footer: plain(document.footer),
  blocks: document.blocks.map(plainBlock),
});

function plainBlock(block: ReportBlock): ReportBlock {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return { ...block, text: plain(block.text) };
    case 'verdict':
      return { ...block, label: plain(block.label), text: plain(block.text) };
    case 'facts':
      return { ...block, facts: block.facts.map(({ label, text }) => ({ label: plain(label), text: plain(text) })) };
    case 'list':
      return { ...block, items: block.items.map(plain) };
    case 'pictures': {
      const pictures = block.pictures.map((one) => ({ ...one, alt: plain(one.alt), caption: plain(one.caption) }));
      return { ...block, pictures };
    }
  }
}
