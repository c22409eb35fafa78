/** The terminal of this very process. @module */
import type { Terminal } from './terminal.ts';

export const processTerminal: Terminal = {
  print: (text) => process.stdout.write(`${text}\n`),
  note: (text) => process.stderr.write(`${text}\n`),
  input: process.stdin,
  environment: process.env,
  async settings() {
    // Loaded here: commands that only talk to a service run without the package that has it.
    const { loadEnvironmentFile } = await import('@assay/service/config/environmentFile');
    loadEnvironmentFile();
    return process.env;
  },
  isInteractive: process.stdout.isTTY === true,
  // https://no-color.org: any non-empty value turns colour off.
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
};

// A reader that stops early (`assay ... | head`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
