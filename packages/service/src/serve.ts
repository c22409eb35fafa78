/** The service as a process: reads the environment and `.env`, serves until SIGTERM or SIGINT. @module */
import { readConfig } from './config/config.ts';
import { ConfigError } from './config/configError.ts';
import { loadEnvironmentFile } from './config/environmentFile.ts';
import { welcome } from './config/welcome.ts';

/**
 * A drain that takes longer is cut off, so that the process has ended within 20 s in all: docs/spec/operation.md#end.
 */
const DRAIN_MS_MAX = 19_000;

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
    setTimeout(() => process.exit(1), DRAIN_MS_MAX).unref();
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

try {
  await serve();
} catch (error) {
  const isUsage = error instanceof ConfigError;
  process.stderr.write(`assay: ${isUsage ? error.message : error instanceof Error ? error.message : String(error)}\n`);
  process.exit(isUsage ? EXIT_USAGE : 1);
}
