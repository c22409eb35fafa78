/** The service as a process: reads the environment, serves until SIGTERM or SIGINT. @module */
import { ConfigError, readConfig } from './config.ts';
import { startService } from './main.ts';

/** A drain that takes longer is cut off: decisions.md 6.1 allows 20 s in all. */
const DRAIN_MS_MAX = 19_000;

const EXIT_USAGE = 2;

async function serve(): Promise<void> {
  const service = await startService(readConfig(process.env));
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
