/** A report as one HTML file that loads nothing: to read, to mail, to open in ten years. @module */
import {
  isRightToLeft,
  type ReportBlock,
  type ReportDocument,
  type ReportPicture,
} from '../../app/ports/verify/reportPrinter.ts';
import { escaped } from '../pages/html.ts';

const STYLE = `
:root{color-scheme:light}
body{margin:0;background:#fff;color:#1b1c1e;font:16px/1.5 system-ui,"Noto Sans","Noto Sans Arabic","Noto Sans SC",sans-serif}
main{max-width:50rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.25rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.2rem 0 .2rem}
p{margin:.3rem 0}.note,footer,dt,figcaption{color:#4a5360;font-size:.9rem}
.verdict{border-inline-start:6px solid;padding:.2rem 0 .2rem 1rem;padding-inline:1rem 0;margin:1rem 0}
.verdict strong{display:block;font-size:1.7rem;line-height:1.25}
.authentic{color:#1d6339}.forged{color:#9c1f24}.unknown{color:#4a5360}.none{color:#16324f}
dl{display:grid;grid-template-columns:minmax(8rem,1fr) 3fr;gap:.2rem 1rem;margin:.6rem 0}
dd{margin:0;overflow-wrap:anywhere}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem}
figure{margin:.6rem 0}.shown{position:relative}.shown img,.shown svg{display:block;width:100%;height:auto}
.shown svg{position:absolute;inset:0;height:100%}
footer{margin-top:2rem;border-top:1px solid #c8ccd2;padding-top:.5rem}
@media print{main{padding:0}h2,h3{break-after:avoid}figure,.verdict{break-inside:avoid}}
@media (max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
`;

export function reportPage(report: ReportDocument): string {
  const direction = isRightToLeft(report.language) ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${report.language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<title>${escaped(`${report.title} – ${report.footer}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(report.title)}</h1>
${report.blocks.map(blockHtml).join('\n')}
<footer>${escaped(report.footer)}</footer>
</main>
</body>
</html>
`;
}

/** Nothing runs and nothing is fetched, also where the file was saved. */
export const REPORT_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function blockHtml(block: ReportBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escaped(block.text)}</h${block.level}>`;
    case 'paragraph': {
      const language = block.isEnglish ? ' lang="en" dir="ltr"' : '';
      return `<p${block.isNote ? ' class="note"' : ''}${language}>${escaped(block.text)}</p>`;
    }
    case 'verdict':
      return `<p class="verdict ${block.verdict ?? 'none'}">${escaped(block.label)} <strong><bdi>${escaped(block.text)}</bdi></strong></p>`;
    case 'facts':
      return `<dl>${block.facts.map(({ label, text }) => `<dt>${escaped(label)}</dt><dd><bdi>${escaped(text)}</bdi></dd>`).join('\n')}</dl>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}</ul>`;
    case 'pictures':
      return `<div class="pictures">${block.pictures.map(pictureHtml).join('\n')}</div>`;
  }
}

function pictureHtml({ bytes, mimeType, alt, caption, boxes }: ReportPicture): string {
  const source = `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
  const marks = boxes.map(
    ({ number, x, y, w, h }) =>
      `<rect x="${x * 100}%" y="${y * 100}%" width="${w * 100}%" height="${h * 100}%" fill="none" stroke="#fff" stroke-width="4"/>` +
      `<rect x="${x * 100}%" y="${y * 100}%" width="${w * 100}%" height="${h * 100}%" fill="none" stroke="#9c1f24" stroke-width="2"/>` +
      `<text x="${x * 100}%" y="${y * 100}%" dx="4" dy="16" font-size="16" font-weight="700" fill="#9c1f24" stroke="#fff" stroke-width="3" paint-order="stroke">${number}</text>`,
  );
  const overlay = boxes.length === 0 ? '' : `<svg aria-hidden="true">${marks.join('')}</svg>`;
  return `<figure><div class="shown" dir="ltr"><img src="${source}" alt="${escaped(alt)}">${overlay}</div><figcaption>${escaped(caption)}</figcaption></figure>`;
}
