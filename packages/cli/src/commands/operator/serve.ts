/** `assay serve` @module */
import { command } from '../../command.ts';
import { DATA_DIR, none, value } from '../../options.ts';

export const serveCommand = command({
  brief: 'run the service',
  help: `Serves the API and the page until it is told to stop (SIGTERM, Ctrl-C), then lets requests in progress end.
Every setting is an environment variable, or a line of the file .env in the current folder, see: assay config`,
  load: async () => (await import('../../actions/operator/serve.ts')).serve,
  isLasting: true,
  parameters: {
    flags: {
      port: value('N', 'instead of $PORT'),
      host: value('ADDRESS', 'instead of $HOST'),
      dataDir: DATA_DIR,
    },
    positional: none,
  },
});

const EVERYWHERE = `Every process has a data folder of its own, and the same DATABASE_URL, ASSAY_STORAGE_URL and secrets; see docs/guides/scale.md.`;

export const apiCommand = command({
  brief: 'answer requests, and leave the jobs to workers',
  help: `Serves API and page like assay serve, and begins no job by itself: those are the workers' (assay worker).
${EVERYWHERE}`,
  load: async () => (await import('../../actions/operator/serve.ts')).api,
  isLasting: true,
  parameters: {
    flags: {
      port: value('N', 'instead of $PORT'),
      host: value('ADDRESS', 'instead of $HOST'),
      dataDir: DATA_DIR,
    },
    positional: none,
  },
});

export const workerCommand = command({
  brief: 'do the jobs behind the answers, without a port',
  help: `Finishes uploads that were accepted, sends events and mails, signs and anchors the log, embeds again, measures, cleans up, until it is
told to stop. Any number; leases in the database see to it that nothing is done twice.
${EVERYWHERE}`,
  load: async () => (await import('../../actions/operator/serve.ts')).worker,
  isLasting: true,
  parameters: { flags: { dataDir: DATA_DIR }, positional: none },
});
