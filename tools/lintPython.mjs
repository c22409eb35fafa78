// `npm run lint:python`: format, lint and types of the Python of this repository, as pyproject.toml says. ruff runs as
// WebAssembly and pyright on Node, so nobody needs Python for it.  node tools/lintPython.mjs --write  formats the files.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import { parse } from 'smol-toml';
import { root, toolPath } from './steps.mjs';

process.chdir(root);
const { ruff } = parse(fs.readFileSync('pyproject.toml', 'utf8')).tool;
const workspace = new Workspace(ruff, PositionEncoding.Utf16);
const isWriting = process.argv.includes('--write');

/** Files that git knows or would take, so that the result is the same in every checkout. */
function pythonFiles() {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.py'];
  const { stdout, status } = spawnSync('git', listed, { encoding: 'utf8' });
  if (status !== 0) throw new Error('git ls-files failed');
  return stdout.split('\0').filter((file) => file !== '' && fs.existsSync(file));
}

/** Sentences about one file: place, rule, message. */
function problemsOf(file) {
  const text = fs.readFileSync(file, 'utf8');
  const formatted = workspace.format(text);
  if (isWriting && formatted !== text) fs.writeFileSync(file, formatted);
  const found = workspace.check(isWriting ? formatted : text);
  const sentences = found.map(
    ({ code, message, start_location: { row, column } }) => `${file}:${row}:${column} ${code ?? ''} ${message}`,
  );
  if (!isWriting && formatted !== text)
    sentences.push(`${file}: not formatted; node tools/lintPython.mjs --write does it`);
  return sentences;
}

/** Without a Python in sight, so that what is installed on a machine changes nothing. */
function typesHold() {
  const args = [toolPath('pyright', 'pyright'), '--project', 'pyproject.toml'];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2], env: { ...process.env, PATH: '' } });
  return status === 0;
}

const files = pythonFiles();
const problems = files.flatMap(problemsOf);
console.error(
  problems.length > 0 ? problems.join('\n') : `ruff ${Workspace.version()}: ${files.length} files, no findings`,
);
process.exitCode = typesHold() && problems.length === 0 ? 0 : 1;
