// judge single specs from a row file with present code; args: file, filter (kind substring), marks?
import fs from 'node:fs';
import { makeWildCase } from './verdict/wild/wildCases.ts';
import { judgeByStory } from './verdict/wild/judge.ts';
import { markLogLikelihood } from '@assay/core/watermark/presence/markInRegion';
const [file, ids] = process.argv.slice(2);
const want = ids.split(';');
for (const l of fs.readFileSync(file,'utf8').trim().split('\n')) { const r = JSON.parse(l);
  if (!want.some(w => (r.spec.id === w) || (w.includes('|') && r.spec.kind === w.split('|')[0] && r.spec.edit === w.split('|')[1]))) continue;
  const made = await makeWildCase(r.spec, 'A+B+C');
  const j = await judgeByStory(made, made.assetId);
  const c = j.evidence!.candidates[0]; const f = c?.comparison;
  console.log(r.spec.id, r.spec.expected, r.spec.kind, '|', r.spec.edit, r.spec.share, 'was', r.verdict, r.ruleId, 'now', j.verdict, j.ruleId, j.confidence.toFixed(2), 'str', f?.changeStrength.toFixed(2), 'bg', f?.backgroundChange.toFixed(2), 'reg', f?.largestRegionFraction.toFixed(3), 'chroma', f?.changedColour.chroma.toFixed(0), c?.markInRegion ? 'll '+markLogLikelihood(c.markInRegion).toFixed(1)+' P '+c.markInRegion.power.toFixed(1):'', j.compareMs.toFixed(0)+'ms');
}
