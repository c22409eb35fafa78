/** `assay c2pa` @module */
import { command } from '../../command.ts';
import { on, rest, value } from '../../options.ts';

export const c2paCommand = command({
  brief: 'read and validate the C2PA manifest of pictures',
  help: `Reads and validates the C2PA manifest of each picture. Nothing is asked of the network.

--json prints one object for each picture: file, present, validation_state (trusted, valid or invalid; null without a
manifest), codes, signer, active_manifest, binding_broken, time_proven, manifests, ...

Exit status: 0 when every picture was read, whatever its manifest says; 2 for a file that is no picture; 10 as --fail-on says.`,
  load: async () => (await import('../../actions/tools/c2pa.ts')).c2pa,
  parameters: {
    flags: {
      json: on('one JSON object for each picture'),
      crJson: on(
        'the report of the C2PA conformance programme (crJSON), one a line; null for a picture without a manifest',
      ),
      trustAnchors: value('PEM', 'roots whose signers are trusted; default $ASSAY_C2PA_TRUST_ANCHORS'),
      trustedSigners: value('PEM', 'certificates that are trusted by themselves; default $ASSAY_C2PA_TRUSTED_SIGNERS'),
      timestampAnchors: value('PEM', 'roots of time-stamp authorities; default $ASSAY_C2PA_TIMESTAMP_ANCHORS'),
      identityAnchors: value('PEM', 'roots of identity assertions (CAWG); default $ASSAY_C2PA_IDENTITY_ANCHORS'),
      trustPurposes: value('LIST', 'extended key usages of trusted signers; default $ASSAY_C2PA_TRUST_PURPOSES'),
      failOn: value('STATES', 'end with 10 if a picture is one of: trusted, valid, invalid, absent (comma separated)'),
    },
    positional: rest('FILE', 'a picture', 1),
  },
});
