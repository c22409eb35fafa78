/** `assay serve`, `assay api`, `assay worker`: run the service, or a part of it, until SIGTERM or SIGINT. @module */
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';

/** The variable that each option stands for. */
const VARIABLES = { port: 'PORT', host: 'HOST', dataDir: 'ASSAY_DATA_DIR' } as const;

type Options = { readonly [Option in keyof typeof VARIABLES]?: string | undefined };

export const serve = (_terminal: Terminal, options: Options): Promise<ExitCode> => start(options);

export const api = (_terminal: Terminal, options: Options): Promise<ExitCode> => start(options, 'api');

export const worker = (_terminal: Terminal, options: Pick<Options, 'dataDir'>): Promise<ExitCode> =>
  start(options, 'worker');

async function start(options: Options, role?: 'api' | 'worker'): Promise<ExitCode> {
  if (role !== undefined) process.env['ASSAY_ROLE'] = role;
  for (const [option, variable] of Object.entries(VARIABLES)) {
    const value = options[option as keyof typeof VARIABLES];
    if (value !== undefined) process.env[variable] = value;
  }
  // Returns when the service is up; from then on its own signal handlers decide when the process ends.
  await import('@assay/service/serve');
  return EXIT.ok;
}
