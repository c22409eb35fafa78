/** A terminal that remembers. @module */
import { Readable } from 'node:stream';
import type { Terminal } from '../src/terminal.ts';

export interface FakeTerminal extends Terminal {
  readonly printed: string[];
  readonly notes: string[];
}

export function fakeTerminal(
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly input?: string;
    readonly answers?: Readonly<Record<string, string>>;
    readonly colour?: boolean;
    readonly isInteractive?: boolean;
  } = {},
): FakeTerminal {
  const printed: string[] = [];
  const notes: string[] = [];
  return {
    printed,
    notes,
    print: (text) => printed.push(text),
    note: (text) => notes.push(text),
    complain: (text) => notes.push(text),
    status: () => {},
    ask: async (question) => options.answers?.[question] ?? null,
    input: Readable.from([Buffer.from(options.input ?? '')]),
    environment: options.environment ?? {},
    settings: async () => options.environment ?? {},
    colour: options.colour ?? false,
    isInteractive: options.isInteractive ?? true,
  };
}
