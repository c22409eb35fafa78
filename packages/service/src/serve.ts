/** The service as a process: reads the environment and `.env`, serves until SIGTERM or SIGINT. @module */
import { readConfig } from './config/config.ts';
import { ConfigError } from './config/configError.ts';
import { loadEnvironmentFile } from './config/environmentFile.ts';
import type { RunningService } from './compose/startService.ts';
import { welcome } from './config/welcome.ts';

/**
 * A drain that takes longer is cut off, so that the process has ended within 20 s in all: docs/spec/operation.md#end.
 */
const DRAIN_MS_MAX = 19_000;
/** The last part of it: what is still worked on by then goes to another process, and did not bring this one down. */
const LETTING_GO_MS = 500;

const EXIT_USAGE = 2;

async function serve(): Promise<void> {
  loadEnvironmentFile();
  const config = readConfig(process.env);
  // Loaded only now: a mistake in a setting is told at once.
  const { startService } = await import('./compose/startService.ts');
  // A program reads the log, JSON lines; a person reads where the service is, and what is wrong with it.
  const isPerson = process.stdout.isTTY === true;
  const isQuiet = isPerson && !process.env.ASSAY_LOG_LEVEL;
  const service = await startService(isQuiet ? { ...config, logLevel: 'warn' } : config);
  if (isPerson) process.stdout.write(`${welcome(config.publicBaseUrl ?? service.url, config)}\n`);
  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    setTimeout(() => cutOff(service), DRAIN_MS_MAX - LETTING_GO_MS).unref();
    await service.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      end().catch((error: unknown) => {
        process.stderr.write(`assay: ${String(error)}\n`);
        process.exit(1);
      });
    });
}

function cutOff(service: RunningService): void {
  const exit = (): never => process.exit(1);
  setTimeout(exit, LETTING_GO_MS).unref();
  service.abandon().then(exit, exit);
}

try {
  await serve();
} catch (error) {
  const isUsage = error instanceof ConfigError;
  process.stderr.write(`assay: ${isUsage ? error.message : error instanceof Error ? error.message : String(error)}\n`);
  process.exit(isUsage ? EXIT_USAGE : 1);
}
