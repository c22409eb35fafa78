/** `assay verify` @module */
import { command } from '../../command.ts';
import { JSON_LINES, on, PICTURES, PICTURES_HELP, SERVER, value } from '../../options.ts';

export const verifyCommand = command({
  brief: 'check pictures: authentic, forged or unknown',
  help: `Sends each picture to a service and prints its verdict; needs no account.
${PICTURES_HELP}

With --offline nothing is sent: prints hash, fingerprint, marks (under the key of --key-file or ASSAY_WATERMARK_KEY) and Content
Credentials, and gives no verdict.

Exit status: 0 authentic, 10 forged, 11 unknown, 12 several verdicts; with --fail-on 0 unless a verdict is among those named. A
picture that cannot be judged: 2 (no picture), 6 (no file), or as every command 1, 3, 4, 5; this goes before the verdicts.`,
  load: async () => (await import('../../actions/client/verify.ts')).verify,
  parameters: {
    flags: {
      server: SERVER,
      json: JSON_LINES,
      failOn: value('VERDICTS', 'fail on these alone: forged,unknown'),
      tamperMap: value(
        'OUT.png',
        'with one FILE: write the map of changes (black = same, white = edited), if there is one',
      ),
      force: on('overwrite OUT.png'),
      offline: on('ask no service'),
      keyFile: value('KEYFILE', 'with --offline: the key of the marks, as the service has it in ASSAY_WATERMARK_KEY'),
    },
    positional: PICTURES,
  },
});
