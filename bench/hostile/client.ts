/**
 * One hostile client as a process of its own, so that its work is not in the way of the probe: NAME URL SECONDS. Prints `ready` when it
 * begins, and what it was answered when it ends.
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ATTACKS } from './attacks.ts';

const [name = '', url = '', seconds = '20'] = process.argv.slice(2);
const attack = ATTACKS[name];
if (!attack) throw new Error(`There is no hostile client ${name}. There are: ${Object.keys(ATTACKS).join(', ')}.`);
// What compiles and loads before is no attack, and would be measured as one.
process.stdout.write('ready\n');
const answers: Record<string, number> = {};
const end = new AbortController();
void wait(Number(seconds) * 1000).then(() => end.abort());
await attack({
  url,
  from: '127.0.0.66',
  signal: end.signal,
  note: (answer) => (answers[answer] = (answers[answer] ?? 0) + 1),
});
process.stdout.write(JSON.stringify(answers));
process.exit(0);
