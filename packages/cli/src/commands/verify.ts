/** `assay verify` @module */
import { command } from '../command.ts';
import { on, rest, SERVER, value } from '../options.ts';

export const verifyCommand = command({
  brief: 'check pictures against a service',
  help: `Sends each picture to a service and prints its verdict. An API key is taken from $ASSAY_API_KEY.

Exit status: 0 authentic, 10 forged, 11 unknown, 12 several verdicts.`,
  load: async () => (await import('../actions/verify.ts')).verify,
  parameters: {
    flags: {
      server: SERVER,
      json: on("the service's answer as JSON, one line for each picture"),
      tamperMap: value(
        'OUT.png',
        'with one FILE: write the map of changes (black = same, white = edited), if there is one',
      ),
      force: on('overwrite OUT.png'),
    },
    positional: rest('FILE', 'a picture, or - for standard input', 1),
  },
});
