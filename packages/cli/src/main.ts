/** The `assay` command. @module */
import { readFileSync } from 'node:fs';
import type { Terminal } from './command.ts';
import { type CommandTable, runCommandLine } from './run.ts';

const COMMANDS: CommandTable = {
  serve: {
    summary: 'run the service',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  config: {
    summary: 'list every setting of the service with default, value and meaning',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  verify: {
    summary: 'check pictures against a service',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  commit: {
    summary: 'record a commitment to an asset on the ledger',
    load: async () => (await import('./commands/commit.ts')).commitCommand,
  },
  proof: {
    summary: 'proofs of commitments, to keep and to check offline',
    group: {
      get: {
        summary: 'fetch the proof of a commitment from a service',
        load: async () => (await import('./commands/proofGet.ts')).proofGetCommand,
      },
      verify: {
        summary: 'check a proof offline',
        load: async () => (await import('./commands/proofVerify.ts')).proofVerifyCommand,
      },
    },
  },
  log: {
    summary: 'the public log of commitments',
    group: {
      verify: {
        summary: 'check that the log was only continued since the last time',
        load: async () => (await import('./commands/logVerify.ts')).logVerifyCommand,
      },
    },
  },
  c2pa: {
    summary: 'read and validate the C2PA manifest of pictures',
    load: async () => (await import('./commands/c2pa.ts')).c2paCommand,
  },
  fingerprint: {
    summary: "print a picture's hashes and embeddings",
    load: async () => (await import('./commands/fingerprint.ts')).fingerprintCommand,
  },
  models: {
    summary: 'list and check neural models, calibrate them, embed stored pictures again',
    load: async () => (await import('./commands/models.ts')).modelsCommand,
  },
  archive: {
    summary: 'check archives of assets and restore from them',
    group: {
      check: {
        summary: 'read archives back and check every byte',
        load: async () => (await import('./commands/archiveCheck.ts')).archiveCheckCommand,
      },
      restore: {
        summary: "take an asset's files out of its archive",
        load: async () => (await import('./commands/archiveRestore.ts')).archiveRestoreCommand,
      },
    },
  },
  organization: {
    summary: 'plans of organizations, for the operator',
    group: {
      plan: {
        summary: 'give an organization a plan, or confirm the one that its owner chose',
        load: async () => (await import('./commands/organizationPlan.ts')).organizationPlanCommand,
      },
    },
  },
  encryption: {
    summary: 'keys of encryption at rest',
    group: {
      rotate: {
        summary: 'make new keys of organizations under the present master key',
        load: async () => (await import('./commands/encryptionRotate.ts')).encryptionRotateCommand,
      },
      reseal: {
        summary: 'after a change of ASSAY_KEY_ENCRYPTION_KEY: move what the key before it sealed',
        load: async () => (await import('./commands/encryptionReseal.ts')).encryptionResealCommand,
      },
    },
  },
  watermark: {
    summary: 'mark pictures and read marks',
    group: {
      embed: {
        summary: 'mark one picture with 128 bits',
        load: async () => (await import('./commands/watermarkEmbed.ts')).watermarkEmbedCommand,
      },
      extract: {
        summary: 'read the mark of one picture',
        load: async () => (await import('./commands/watermarkExtract.ts')).watermarkExtractCommand,
      },
      serve: {
        summary: 'mark and read over JSON lines, for benches',
        load: async () => (await import('./commands/watermarkServe.ts')).watermarkServeCommand,
      },
    },
  },
};

const terminal: Terminal = {
  print: (text) => process.stdout.write(`${text}\n`),
  note: (text) => process.stderr.write(`${text}\n`),
  input: process.stdin,
  environment: process.env,
  // https://no-color.org: any non-empty value turns colour off.
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
};

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// A reader that stops early (`assay ... | head`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Only the status is set: pending output still reaches its reader.
process.exitCode = await runCommandLine(process.argv.slice(2), COMMANDS, version, terminal);
