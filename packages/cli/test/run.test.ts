import { describe, expect, it } from 'vitest';
import { command, group } from '../src/command.ts';
import { EXIT } from '../src/exitCode.ts';
import { on, rest, value } from '../src/options.ts';
import { runCommandLine } from '../src/run.ts';
import type { Terminal } from '../src/terminal.ts';
import { UsageError } from '../src/usageError.ts';
import { fakeTerminal } from './fakeTerminal.ts';

interface Options {
  readonly loud?: boolean | undefined;
  readonly longName?: string | undefined;
}

function tableOf(act: () => void = () => undefined) {
  const acts = command({
    brief: 'acts',
    help: 'It acts.',
    load:
      async () =>
      async (terminal: Terminal, options: Options, ...words: string[]) => {
        act();
        terminal.print(JSON.stringify([options, words]));
        return EXIT.ok;
      },
    parameters: {
      flags: { loud: on('with a cry'), longName: value('NAME', 'a name') },
      positional: rest('WORD', 'any word', 0),
    },
  });
  return group('Tests.', { act: acts, group: group('a group', { inner: acts }) });
}

const fail = (error: Error) =>
  tableOf(() => {
    throw error;
  });

const PROGRAM = { name: 'assay', version: '1.2.3' };

async function run(args: readonly string[], table = tableOf()) {
  const terminal = fakeTerminal();
  const code = await runCommandLine(args, table, PROGRAM, terminal);
  return { code, printed: terminal.printed.join('\n'), notes: terminal.notes };
}

describe('runCommandLine', () => {
  it.each([
    [
      ['act', 'a', '--loud', 'b'],
      [{ loud: true }, ['a', 'b']],
    ],
    [
      ['act', '--long-name', 'x', '-'],
      [{ longName: 'x' }, ['-']],
    ],
    [
      ['act', '--long-name=x=y', '--', '--loud'],
      [{ longName: 'x=y' }, ['--loud']],
    ],
    [
      ['act', '--long-name', ''],
      [{ longName: '' }, []],
    ],
    [
      ['group', 'inner', 'x'],
      [{}, ['x']],
    ],
  ])('%j: hands a command its options and arguments, and prints its result', async (args, handed) => {
    expect(await run(args)).toEqual({ code: EXIT.ok, printed: JSON.stringify(handed), notes: [] });
  });

  it.each([
    [['--version'], '1.2.3'],
    [['-V'], '1.2.3'],
    [['--help'], 'group inner'],
    [['-h'], 'group inner'],
    [['help'], 'group inner'],
    [['group', '--help'], 'inner'],
    [['group', 'help'], 'inner'],
    [['act', '--help'], 'It acts.'],
    [['act', 'x', '-h'], 'It acts.'],
    [['help', 'act'], 'It acts.'],
    [['act', '--help'], '--long-name NAME'],
  ])('%j prints version or help on standard output and ends with 0', async (args, text) => {
    const { code, printed, notes } = await run(args);
    expect([code, printed, notes]).toEqual([EXIT.ok, expect.stringContaining(text), []]);
  });

  it('ends with 2 and says how to get help when no such command is there, inherited names included', async () => {
    for (const args of [
      [],
      ['nothing'],
      ['group'],
      ['group', 'nothing'],
      ['constructor'],
      ['toString'],
      ['__proto__'],
    ]) {
      const { code, printed, notes } = await run(args);
      expect([args, code, printed]).toEqual([args, EXIT.usage, '']);
      expect(notes.at(-1)).toBe(`Try: assay ${args[0] === 'group' ? 'group ' : ''}--help`);
    }
  });

  it('asks whether another command was meant only where the words are alike', async () => {
    const named = async (word: string) => (await run([word], group('Tests.', { logout: tableOf() }))).notes[0];
    expect(await named('lgout')).toContain('did you mean `logout`?');
    expect(await named('bogus')).toBe('assay: there is no command "bogus"');
  });

  it.each([
    [['act', '--lond'], 'there is no option --lond; did you mean --loud?'],
    [['act', '--longname', 'x'], 'there is no option --longname; did you mean --long-name?'],
    [['act', '-x'], 'there is no option -x'],
    [['act', '--no-loud'], 'there is no option --no-loud; did you mean --loud?'],
    [['act', '--long-name'], '--long-name must be given with a value'],
    [['act', '--long-name', 'x', '--long-name', 'y'], '--long-name takes one value, got "x" and "y"'],
  ])('%j ends with 2 and names the option', async (args, sentence) => {
    expect(await run(args)).toEqual({
      code: EXIT.usage,
      printed: '',
      notes: [`assay act: ${sentence}`, 'Try: assay act --help'],
    });
  });

  it('turns what a command throws into a sentence and a status, never into an exception', async () => {
    const usage = await run(['act'], fail(new UsageError('two at most')));
    expect([usage.code, ...usage.notes]).toEqual([EXIT.usage, 'assay act: two at most', 'Try: assay act --help']);
    const bug = await run(['act'], fail(new TypeError('x is undefined')));
    expect(bug.code).toBe(EXIT.internal);
    expect(bug.notes).toEqual(['assay act: x is undefined (ASSAY_DEBUG=1 shows where)']);
    const shown = fakeTerminal({ environment: { ASSAY_DEBUG: '1' } });
    await runCommandLine(['act'], fail(new TypeError('x is undefined')), PROGRAM, shown);
    expect(shown.notes.join('\n')).toContain('run.test.ts'); // the stack, for a report
    const error = Object.assign(new Error('no such file: a.png'), { code: 'ENOENT' });
    const missing = await run(['act'], fail(error));
    expect([missing.code, ...missing.notes]).toEqual([EXIT.notFound, 'assay act: no such file: a.png']);
  });
});
