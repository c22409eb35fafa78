// Fails when a commit's subject has more than 72 characters, or when no body says why. Usage: node tools/checkCommits.mjs
//
// Only commits from SINCE on, when this check came, are looked at: history is not written anew. Where there is no
// history (a copy without .git), nothing is checked, and a line says so.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const SINCE = '2026-11-22T10:50:00Z';
/** What `git log --oneline` shows in a terminal of 80 columns. */
export const SUBJECT_CHARS_MAX = 72;

/** @returns what is wrong with a message, as sentences */
export function problemsOf(message) {
  const [subject = '', ...rest] = message.trim().split('\n');
  const body = rest.filter((line) => line.trim() !== '' && !/^[A-Z][\w-]+: \S/.test(line));
  const length = [...subject].length;
  return [
    ...(length > SUBJECT_CHARS_MAX ? [`the subject has ${length} characters, at most ${SUBJECT_CHARS_MAX}`] : []),
    ...(/[.\s]$/.test(subject) ? ['the subject ends with a full stop or a space'] : []),
    ...(rest.length > 0 && rest[0].trim() !== '' ? ['the second line is not empty'] : []),
    ...(body.length === 0 ? ['no body says why'] : []),
  ];
}

function commitsSince(since) {
  const args = ['log', '--no-merges', `--since=${since}`, '--format=%h%x00%B%x01'];
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) return null;
  return stdout
    .split('\x01')
    .map((entry) => entry.trim().split('\0'))
    .filter(([, message]) => message !== undefined);
}

function main() {
  const commits = commitsSince(SINCE);
  if (commits === null) return console.log('no history here: no commit was checked');
  let failed = 0;
  for (const [hash, message] of commits)
    for (const problem of problemsOf(message)) {
      failed += 1;
      console.error(`${hash} "${message.split('\n', 1)[0]}": ${problem}`);
    }
  console.log(`${commits.length} commits since ${SINCE}, ${failed} problems`);
  if (failed > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
