/** `assay verdicts` @module */
import { command, group } from '../../command.ts';
import { DATA_DIR, BESIDE_HELP, needed, none, on, value } from '../../options.ts';

const replay = command({
  brief: 'judge logged evidence under the present model, and list what would change',
  help: `Every verification is logged with all that its verdict followed from. This judges the log again, the newest first, by the
rules and numbers of this version, and lists each verification whose verdict, deciding rule or confidence would be another.
Nothing is written. Comparisons are not made again: what they measured is part of the evidence.
${BESIDE_HELP}

Exit status: 0 if nothing changes, 13 if something does.`,
  load: async () => (await import('../../actions/verdicts/verdictsReplay.ts')).verdictsReplay,
  parameters: {
    flags: {
      since: value('DATE', 'made then or later, such as 2026-11-20 (UTC) or 2026-11-20T12:00:00Z'),
      limit: value('N', 'at most so many; default 1000'),
      dataDir: DATA_DIR,
      json: on('{judged, skipped, changed: [{id, created_at, model_version, before, after}]} as one line of JSON'),
    },
    positional: none,
  },
});

const exported = command({
  brief: 'write decided disputes as cases that a later version is held to',
  help: `Writes a JSON file: of each dispute that was upheld or overturned the evidence, the verdict that is right, and the one
that was given. Numbers alone: no picture, and no id of an asset, an organization or a person. docs/reference/evidence.md
${BESIDE_HELP}`,
  load: async () => (await import('../../actions/verdicts/verdictsExport.ts')).verdictsExport,
  parameters: {
    flags: {
      disputed: needed('FILE', 'where they are written'),
      force: on('overwrites the file'),
      dataDir: DATA_DIR,
    },
    positional: none,
  },
});

export const verdictsCommands = group('verdicts that were given, judged again', { replay, export: exported });
