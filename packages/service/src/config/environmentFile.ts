/** The file `.env` of the current folder, in which a person keeps the settings of one service. @module */
import { readFileSync } from 'node:fs';
import { ConfigError } from './configError.ts';

const NAME = String.raw`[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*`;
/** A value in quotes may have several lines. */
const QUOTED = new RegExp(`^(${NAME})("[^"]*"|'[^']*'|\`[^\`]*\`)`, 'gm');
const LINE = new RegExp(`^(?:${NAME}(?![ \t"'\`]).*|[ \t]*(?:#.*)?)$`);

/** The line itself is not shown: it may hold a secret. */
const MUST = 'must be NAME=value, a comment after #, or empty; a value that begins with a quote ends with one';

/**
 * Puts the variables of `.env` beside those of the process; one that is set already keeps its value. Without such a file
 * nothing happens.
 * @throws {ConfigError} if the file cannot be read or a line of it says nothing
 */
export function loadEnvironmentFile(file = '.env'): void {
  const text = readFile(file);
  if (text === null) return;
  // Node's loader says nothing of such a line: 24 drops it, 20 takes it for the beginning of the next name and drops both.
  const lines = text
    .replace(QUOTED, (_, name: string, value: string) => name + value.replace(/[^\n]/g, ''))
    .split(/\r?\n/);
  const problems = lines.flatMap((line, i) => (LINE.test(line) ? [] : [`Line ${i + 1} of ${file} ${MUST}.`]));
  if (problems.length > 0) throw new ConfigError(problems);
  process.loadEnvFile(file);
}

function readFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new ConfigError([`${file} cannot be read: ${message}.`]);
  }
}
