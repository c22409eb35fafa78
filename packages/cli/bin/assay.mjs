#!/usr/bin/env node
import { statSync } from 'node:fs';

const timeOf = (file) => statSync(new URL(file, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
// The bundle starts in half the time. Where somebody works on the sources, what was compiled last counts.
const isFresh = timeOf('../program/main.js') >= timeOf('../tsconfig.tsbuildinfo');
const program = isFresh ? '../program/main.js' : '../dist/main.js';
if (timeOf(program) === 0) {
  console.error('assay is not built yet: npm run build does it, and so does npm start');
  process.exitCode = 2;
} else await import(program);
