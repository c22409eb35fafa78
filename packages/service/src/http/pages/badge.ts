/** A small sign for other sites: the words of a verdict, which lead to its page. @module */
import type { Verdict } from '../../app/ports/verify/verifications.ts';
import { escaped } from './html.ts';
import { WITHDRAWN_WORDS } from './verdictWords.ts';
import type { ShownFacts } from './shownFacts.ts';

/** With at least 4.5:1 under white. */
const COLOURS: Readonly<Record<Verdict, string>> = { authentic: '#1d6339', forged: '#9c1f24', unknown: '#4a5360' };
const REGISTERED = '#16324f';

/** Of the letters of usual fonts at 12 px, on average; `textLength` makes it true. */
const CHAR_PX = 6.6;
const NAME_PX = 52;

export function badgeSvg({ badge, verdict }: Pick<ShownFacts, 'badge' | 'verdict'>): string {
  const words = Math.round(badge.length * CHAR_PX);
  const width = NAME_PX + words + 20;
  const colour = badge === WITHDRAWN_WORDS ? COLOURS.unknown : verdict === null ? REGISTERED : COLOURS[verdict];
  const text = escaped(badge);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="24" viewBox="0 0 ${width} 24" role="img" aria-label="Assay: ${text}">
<title>Assay: ${text}</title>
<rect width="${width}" height="24" rx="3" fill="${colour}"/>
<path d="M0 3a3 3 0 0 1 3-3h${NAME_PX - 3}v24H3a3 3 0 0 1-3-3z" fill="#1b1c1e"/>
<g fill="#fff" font-family="Verdana,Geneva,sans-serif" font-size="12">
<text x="9" y="16.5" textLength="${NAME_PX - 18}" font-weight="bold">Assay</text>
<text x="${NAME_PX + 10}" y="16.5" textLength="${words}">${text}</text>
</g>
</svg>
`;
}
