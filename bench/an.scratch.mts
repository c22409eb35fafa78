import fs from 'node:fs';
import { decide } from '@assay/core/verdict/decide';
import { anotherShotOdds, keepsMark } from '@assay/core/verdict/markOdds';
import { markLogLikelihood } from '@assay/core/watermark/presence/markInRegion';
import { wildKind } from '/work/wt/judge/bench/verdict/wild/kinds.ts';
const all = process.argv.includes('--all');
const rows = process.argv.slice(2).filter(a=>!a.startsWith('--')).flatMap(f => fs.readFileSync(f,'utf8').trim().split('\n').map(l => JSON.parse(l)));
const tally: any = {};
for (const r of rows) {
  const d = r.evidence ? decide(r.evidence) : r;
  const there = r.spec.expected === 'authentic' || ((r.changeRms ?? 0) >= 8 && (r.left ?? 0) >= .5);
  if (!there) continue;
  const k = r.spec.from + ' ' + r.spec.expected; tally[k] ??= {authentic:0,forged:0,unknown:0}; tally[k][d.verdict]++;
  if (d.verdict === r.spec.expected && !all) continue;
  const c = r.evidence?.candidates.find((x:any)=>x.comparison) ?? r.evidence?.candidates[0];
  const f = c?.comparison ?? r.facts;
  const read = r.evidence?.tracks.filter((t:any)=>t.detected).map((t:any)=>t.track).join('');
  const may = wildKind(r.spec.kind).mayBeUnknown || r.covered > 1/3;
  console.log([r.spec.expected==='authentic'?'H':'F', r.spec.from[0]+r.spec.reference[0], d.verdict.slice(0,4), d.ruleId, may?'(may)':'', '|', r.spec.kind, '|', r.spec.edit, r.spec.share, 'marks:'+read, `${r.width}x${r.height}`,
   'z', c?.payloadZScore?.toFixed(1), 'inl', c?.registration?.inliers, 'bad', f?.badNccFraction?.toFixed(2), 'reg', f?.largestRegionFraction?.toFixed(3), 'str', f?.changeStrength?.toFixed(2), 'bg', f?.backgroundChange?.toFixed(2), 'chroma', f?.changedColour?.chroma?.toFixed(0),'luma', f?.changedColour?.luma?.toFixed(0), 'ovl', f?.overlayFraction?.toFixed(2), 'foreign', f?.foreignFraction?.toFixed(2), 'cov', f?.coverage?.toFixed(2), 'left', r.left?.toFixed(2),'rms',r.changeRms?.toFixed(0),
   c?.markInRegion ? `held ${c.markInRegion.held.toFixed(1)} pow ${c.markInRegion.power.toFixed(1)} ll ${markLogLikelihood(c.markInRegion).toFixed(1)}`:'', f?.shot && c ? 'shot '+ (anotherShotOdds({candidate:c, comparison:f, isMarked:false})??NaN).toFixed(2):'', 'conf', d.confidence.toFixed(2)].join(' '));
}
console.log(tally, rows.length);
