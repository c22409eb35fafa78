/** The scripts of `assay completion` in the shells they are written for, which ask a program that only knows three words. @module */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeTerminal } from '../fakeTerminal.ts';
import { runAssay } from '../runAssay.ts';

const isThere = (shell: string) => spawnSync(shell, ['--version']).error === undefined;

let folder: string;
const scriptFor = async (shell: string): Promise<string> => {
  const terminal = fakeTerminal();
  await runAssay(['completion', shell], terminal);
  return terminal.printed[0] ?? '';
};
const run = (shell: string, args: readonly string[]): string =>
  execFileSync(shell, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH ?? ''}`, HOME: folder, TERM: 'dumb' },
    timeout: 60_000,
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-shells-'));
  // Answers as the program does, a line for each proposal, without its start-up time.
  const program = `#!/bin/sh
shift
case "$*" in
  ver) echo verify; echo verdicts;;
  'verify --ta') echo --tamper-map;;
esac
`;
  await writeFile(path.join(folder, 'assay'), program);
  await chmod(path.join(folder, 'assay'), 0o755);
  await writeFile(path.join(folder, 'picture.jpg'), '');
});
afterAll(() => rm(folder, { recursive: true }));

test.skipIf(!isThere('bash'))('bash completes commands and options', async () => {
  await writeFile(path.join(folder, 'c.bash'), await scriptFor('bash'));
  const ask = (words: string) =>
    `COMP_WORDS=(assay ${words}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _assay; echo "\${COMPREPLY[*]}";`;
  const said = run('bash', [
    '--norc',
    '-c',
    `source ./c.bash; ${ask('ver')} ${ask('verify --ta')} ${ask('verify pi')}`,
  ]);
  // Of files bash itself takes care, for which the script registers with "-o default".
  expect(said.split('\n')).toEqual(['verify verdicts', '--tamper-map', '', '']);
});

test.skipIf(!isThere('fish'))('fish completes commands, options and files', async () => {
  await writeFile(path.join(folder, 'c.fish'), await scriptFor('fish'));
  const ask = (line: string) => `complete -C "${line}";`;
  const said = run('fish', ['--no-config', '-c', `source c.fish; ${ask('assay ver')} ${ask('assay verify --ta')}`]);
  expect(said.trim().split('\n').sort()).toEqual(['--tamper-map', 'verdicts', 'verify']);
  expect(run('fish', ['--no-config', '-c', `source c.fish; ${ask('assay verify pi')}`])).toContain('picture.jpg');
});

test.skipIf(!isThere('fish'))('fish completes at the first tab, from its own folder of completions', async () => {
  const own = path.join(folder, '.config/fish/completions');
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'assay.fish'), await scriptFor('fish'));
  // Nothing is sourced: fish finds the file by the name of the command, as it does for whoever types.
  expect(run('fish', ['-c', 'complete -C "assay verify --ta"']).trim()).toBe('--tamper-map');
});

test.skipIf(!isThere('zsh'))('zsh completes at the first tab, from a folder of $fpath', async () => {
  await mkdir(path.join(folder, 'functions'));
  await writeFile(path.join(folder, 'functions/_assay'), await scriptFor('zsh'));
  // A shell at a terminal, typed into: what stands on the line is printed by a key of the test's own.
  const typed = String.raw`
zmodload zsh/zpty
typed() {
  zpty z zsh -f -i
  zpty -w z "PS1=; fpath=($PWD/functions \$fpath); autoload -U compinit; compinit -u -D"
  zpty -w z 'tell() { print -r -- "<<$BUFFER>>" > $HOME/line }; zle -N tell; bindkey "^T" tell; bindkey "^I" complete-word; : > $HOME/ready'
  repeat 100; do [[ -e $HOME/ready ]] && break; sleep 0.1; done
  zpty -w -n z "$1"
  zpty -w -n z $'\t\x14'
  repeat 100; do [[ -s $HOME/line ]] && break; sleep 0.1; done
  cat $HOME/line
  rm -f $HOME/line $HOME/ready
  zpty -d z
}
typed 'assay verify --ta'
typed 'assay verify pi'
`;
  await writeFile(path.join(folder, 'typed.zsh'), typed);
  const said = run('zsh', ['-f', 'typed.zsh']);
  expect(said.trim().split('\n')).toEqual(['<<assay verify --tamper-map >>', '<<assay verify picture.jpg >>']);
});
