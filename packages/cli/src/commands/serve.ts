/** `assay serve`: runs the service until SIGTERM or SIGINT. @module */
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';

const OPTIONS = { port: { type: 'string' }, host: { type: 'string' }, 'data-dir': { type: 'string' } } as const;

/** The variable that each option stands for. */
const VARIABLES = { port: 'PORT', host: 'HOST', 'data-dir': 'ASSAY_DATA_DIR' } as const;

export const serveCommand: Command = {
  help: `assay serve [--port N] [--host ADDRESS] [--data-dir DIR]

Serves the API and the page until it is told to stop (SIGTERM, Ctrl-C), then lets requests in progress end.
Every setting is an environment variable, see: assay config

  --port N         instead of $PORT
  --host ADDRESS   instead of $HOST
  --data-dir DIR   instead of $ASSAY_DATA_DIR`,

  async run(args) {
    const { values } = parseArguments(args, OPTIONS, { least: 0, most: 0, names: '' });
    for (const [option, variable] of Object.entries(VARIABLES)) {
      const value = values[option as keyof typeof VARIABLES];
      if (value !== undefined) process.env[variable] = value;
    }
    // Returns when the service is up; from then on its own signal handlers decide when the process ends.
    await import('@assay/service/serve');
    return EXIT.ok;
  },
};
