/** `assay compare`, `history`, `report`, `share`, `doctor`, `completion` @module */
import { command } from '../../command.ts';
import {
  FORCE,
  JSON_LINES,
  JSON_ONE,
  LIMIT,
  none,
  on,
  one,
  OUTPUT,
  SERVER,
  two,
  value,
  WRITTEN_JSON,
} from '../../options.ts';

export const compareCommand = command({
  brief: 'hold two pictures against each other',
  help: 'Lays picture A over picture B and says what differs. Neither is kept. Needs a credential with the scope "verify".',
  load: async () => (await import('../../actions/client/compare.ts')).compare,
  parameters: {
    flags: {
      server: SERVER,
      tamperMap: value('OUT.png', 'write the map of differences'),
      force: FORCE,
      json: JSON_ONE,
    },
    positional: two(['A', 'the picture in question, or - for standard input'], ['B', 'what it is held against']),
  },
});

export const historyCommand = command({
  brief: 'list your verifications',
  help: `Lists verifications, the latest first: yours, or for administrators with --everyone those of all members and API keys of the
organization. Needs a credential with the scope "verify".`,
  load: async () => (await import('../../actions/client/history.ts')).history,
  parameters: {
    flags: {
      server: SERVER,
      verdict: value('VERDICT', 'authentic, forged or unknown'),
      since: value('TIME', 'from then on, such as 2026-11-20'),
      until: value('TIME', 'until then, that day included'),
      everyone: on('those of the whole organization, for its administrators'),
      member: value('USER_ID', 'those of one member; as --everyone'),
      key: value('KEY_ID', 'those made with one API key, see: assay keys ls'),
      limit: LIMIT,
      json: JSON_LINES,
    },
    positional: none,
  },
});

export const reportCommand = command({
  brief: 'fetch the report of a verification',
  help: `Fetches what a verification found: JSON, or for -o FILE.pdf and -o FILE.html a report to print or to read, in the language of
--language (en, de, zh, ar).`,
  load: async () => (await import('../../actions/client/report.ts')).report,
  parameters: {
    flags: {
      server: SERVER,
      output: OUTPUT,
      force: FORCE,
      language: value('LANGUAGE', 'of a PDF or page: en, de, zh or ar'),
      json: WRITTEN_JSON,
    },
    aliases: { o: 'output' },
    positional: one('VERIFICATION_ID', 'see: assay history'),
  },
});

export const shareCommand = command({
  brief: 'make a link that everyone can follow',
  help: 'Makes a public link to an asset, or with --verification to a verification, and prints it. It is told this once.',
  load: async () => (await import('../../actions/client/share.ts')).share,
  parameters: {
    flags: {
      server: SERVER,
      verification: on('ID is that of a verification'),
      expiresIn: value('SECONDS', 'default: until it is taken back'),
      json: JSON_ONE,
    },
    positional: one('ID', 'an asset, or a verification'),
  },
});

export const doctorCommand = command({
  brief: 'say what stands in the way',
  help: `Looks at this program, what assay login kept, the service and the credential, and says what to do.

Exit status: 0, or that of the first thing that fails: 5 the service is away, 3 the credential is not good.`,
  load: async () => (await import('../../actions/client/doctor.ts')).doctor,
  parameters: { flags: { server: SERVER, json: JSON_ONE }, positional: none },
});

export const completionCommand = command({
  brief: 'print a script that completes commands in your shell',
  help: `bash: add eval "$(assay completion bash)" to ~/.bashrc
zsh:  assay completion zsh > a file called _assay in a folder of $fpath
fish: assay completion fish > ~/.config/fish/completions/assay.fish`,
  load: async () => (await import('../../actions/client/completion.ts')).completion,
  parameters: { positional: one('SHELL', 'bash, zsh or fish') },
});
