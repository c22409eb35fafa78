import { describe, expect, it } from 'vitest';
import { UsageError } from '../src/arguments.ts';
import type { Command } from '../src/command.ts';
import { EXIT } from '../src/exitCode.ts';
import { type CommandTable, runCommandLine } from '../src/run.ts';
import { fakeTerminal } from './fakeTerminal.ts';

const commandThat = (act: (args: readonly string[]) => void): Command => ({
  help: 'assay act\n\nIt acts.',
  async run(args, terminal) {
    act(args);
    terminal.print(args.join(' '));
    return EXIT.ok;
  },
});

const tableOf = (act: (args: readonly string[]) => void = () => undefined): CommandTable => ({
  act: { summary: 'acts', load: async () => commandThat(act) },
  group: { summary: 'a group', group: { inner: { summary: 'acts inside', load: async () => commandThat(act) } } },
});

const fail = (error: Error) =>
  tableOf(() => {
    throw error;
  });

describe('runCommandLine', () => {
  it('hands a command the words after its name, and prints its result', async () => {
    const terminal = fakeTerminal();
    expect(await runCommandLine(['act', 'a', '--b'], tableOf(), '1.2.3', terminal)).toBe(EXIT.ok);
    expect(terminal.printed).toEqual(['a --b']);
    expect(terminal.notes).toEqual([]);
  });

  it('finds a command inside a group', async () => {
    const terminal = fakeTerminal();
    expect(await runCommandLine(['group', 'inner', 'x'], tableOf(), '1.2.3', terminal)).toBe(EXIT.ok);
    expect(terminal.printed).toEqual(['x']);
  });

  it('prints version and help on standard output and ends with 0', async () => {
    for (const [args, text] of [
      [['--version'], '1.2.3'],
      [['--help'], 'group inner'],
      [['group', '--help'], 'inner'],
      [['act', '--help'], 'It acts.'],
      [['act', 'x', '-h'], 'It acts.'],
    ] as const) {
      const terminal = fakeTerminal();
      expect(await runCommandLine(args, tableOf(), '1.2.3', terminal)).toBe(EXIT.ok);
      expect(terminal.printed.join('\n')).toContain(text);
      expect(terminal.notes).toEqual([]);
    }
  });

  it('ends with 2 and says how to get help when no such command is there, inherited names included', async () => {
    for (const args of [[], ['nothing'], ['group'], ['group', 'nothing'], ['constructor'], ['toString']]) {
      const terminal = fakeTerminal();
      expect(await runCommandLine(args, tableOf(), '1.2.3', terminal)).toBe(EXIT.usage);
      expect(terminal.printed).toEqual([]);
      expect(terminal.notes.at(-1)).toMatch(/^Try: assay.*--help$/);
    }
  });

  it('turns what a command throws into a sentence and a status, never into an exception', async () => {
    const usage = fakeTerminal();
    expect(await runCommandLine(['act'], fail(new UsageError('two at most')), '1', usage)).toBe(EXIT.usage);
    expect(usage.notes[0]).toBe('assay act: two at most');
    const bug = fakeTerminal();
    expect(await runCommandLine(['act'], fail(new TypeError('x is undefined')), '1', bug)).toBe(EXIT.internal);
    expect(bug.notes.join('\n')).toContain('run.test.ts'); // the stack, for a report
    const missing = fakeTerminal();
    const error = Object.assign(new Error('no such file: a.png'), { code: 'ENOENT' });
    expect(await runCommandLine(['act'], fail(error), '1', missing)).toBe(EXIT.notFound);
    expect(missing.notes).toEqual(['assay act: no such file: a.png']);
  });
});
