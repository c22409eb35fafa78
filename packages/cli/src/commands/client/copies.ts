/** `assay copies` @module */
import { command, group } from '../../command.ts';
import { FORCE, JSON_LINES, JSON_ONE, needed, one, OUTPUT, SERVER, two, value } from '../../options.ts';

const ASSET = ['ASSET_ID', 'the asset'] as const;
const load = () => import('../../actions/client/copies.ts');

const add = command({
  brief: 'make a copy for one recipient',
  help: 'Makes a copy with a mark of its own: should it turn up somewhere, a verification names the recipient. Needs "write".',
  load: async () => (await load()).addCopy,
  parameters: {
    flags: {
      server: SERVER,
      recipient: needed('NAME', 'who gets it'),
      note: value('TEXT', 'for yourself'),
      output: OUTPUT,
      force: FORCE,
      json: JSON_ONE,
    },
    aliases: { o: 'output' },
    positional: one(...ASSET),
  },
});

const ls = command({
  brief: 'list the copies of an asset',
  help: 'Lists copies and their recipients.',
  load: async () => (await load()).listCopies,
  parameters: { flags: { server: SERVER, json: JSON_LINES }, positional: one(...ASSET) },
});

const rm = command({
  brief: 'delete a copy',
  help: 'Deletes the file and the record of a copy; its mark is known no more.',
  load: async () => (await load()).removeCopy,
  parameters: { flags: { server: SERVER, json: JSON_ONE }, positional: two(ASSET, ['COPY_ID', 'the copy']) },
});

export const copiesCommands = group('copies for recipients, each with a mark of its own', { add, ls, rm });
