/** `assay bundle` @module */
import { command, group } from '../../command.ts';
import { argument, FORCE, on, one, SERVER, value } from '../../options.ts';
import { WITNESS_FLAGS } from '../../witnesses/witnessFlags.ts';

const get = command({
  brief: 'fetch the bundle of evidence of a verification',
  help: `Fetches all that is needed to check a verification without the service: report, proof, checkpoint of the log, and a page that
checks them. Whoever may read the verification may have it.`,
  load: async () => (await import('../../actions/tools/bundleGet.ts')).bundleGet,
  parameters: {
    flags: {
      server: SERVER,
      output: value('FILE.zip', 'where to write it; default evidence-ID.zip'),
      force: FORCE,
      language: value('LANGUAGE', 'of the report in it: en, de, zh or ar'),
      json: on('{file, size_bytes}; so too where no terminal reads it'),
    },
    aliases: { o: 'output' },
    positional: one('VERIFICATION_ID', 'see: assay history'),
  },
});

const verify = command({
  brief: 'check a bundle of evidence offline',
  help: `Checks a bundle that "assay bundle get" or GET /v1/verify/{id}/evidence.zip gave, offline: that no byte of it was changed, who
signed it, that report, picture, maps and proof belong together, and the proof itself. What you know from elsewhere is
compared with it; a bundle that brings its own keys shows only that it fits together.

Exit status: 0 everything holds, 10 something does not.`,
  load: async () => (await import('../../actions/tools/bundleVerify.ts')).bundleVerify,
  parameters: {
    flags: {
      signerKey: value('KEY', 'Ed25519 key of the organization that made the verification, 32 bytes in base64'),
      organizationKey: value('KEY', 'Ed25519 key of the organization that registered the picture, 32 bytes in base64'),
      logKey: value('KEY', 'verifier key of the log (verifier_key of GET /v1/transparency, kept elsewhere)'),
      ...WITNESS_FLAGS,
      json: on('{holds, claims, manifest, report}'),
    },
    positional: { kind: 'tuple', parameters: [argument('FILE', 'the bundle, or - for standard input')] },
  },
});

export const bundleCommands = group('bundles of evidence, to keep and to check offline', { get, verify });
