/** `assay commit` @module */
import { command } from '../../command.ts';
import { argument, on, SERVER, value } from '../../options.ts';

export const commitCommand = command({
  brief: 'record a commitment to an asset on the ledger',
  help: `Has the service sign what it knows of an asset and record hash and signature on the ledger and in the public log; waits up
to 30 seconds until the ledger cannot drop it. Needs an API key with the scope "commit" in $ASSAY_API_KEY.`,
  load: async () => (await import('../../actions/ledger/commit.ts')).commit,
  parameters: {
    flags: {
      metadata: value('JSON', 'an object of at most 4 KiB; its hash becomes part of what is signed'),
      proof: value('FILE', 'also write the proof, for "assay proof verify"'),
      force: on('overwrite FILE'),
      server: SERVER,
      json: on("the service's answer"),
    },
    positional: { kind: 'tuple', parameters: [argument('ASSET_ID', 'the asset')] },
  },
});
