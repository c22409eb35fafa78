/** `assay assets` @module */
import { command, group } from '../../command.ts';
import { FORCE, JSON_LINES, JSON_ONE, LIMIT, needed, on, one, OUTPUT, rest, SERVER, value } from '../../options.ts';

const ASSET = ['ASSET_ID', 'the asset'] as const;
const load = () => import('../../actions/client/assets.ts');

const ls = command({
  brief: 'list what is registered',
  help: 'Lists assets, the latest first. Needs a credential with the scope "read".',
  load: async () => (await load()).listAssets,
  parameters: {
    flags: {
      server: SERVER,
      query: value('WORDS', 'those whose title, description, tags or name hold them'),
      tags: value('A,B', 'those that have all of these'),
      status: value('STATUS', 'pending, processing, completed or failed'),
      organization: value('ID', 'those of this organization'),
      limit: LIMIT,
      json: JSON_LINES,
    },
    positional: { kind: 'tuple', parameters: [] },
  },
});

const get = command({
  brief: 'show one',
  help: 'Shows the record of an asset.',
  load: async () => (await load()).getAsset,
  parameters: { flags: { server: SERVER, json: JSON_ONE }, positional: one(...ASSET) },
});

const download = command({
  brief: 'fetch its file',
  help: 'Fetches the marked file, or another variant, into FILE; without -o into ASSET_ID with the suffix of its type.',
  load: async () => (await load()).downloadAsset,
  parameters: {
    flags: {
      server: SERVER,
      output: OUTPUT,
      variant: value('VARIANT', 'original, watermarked or preview; default watermarked'),
      force: FORCE,
      json: JSON_ONE,
    },
    aliases: { o: 'output' },
    positional: one(...ASSET),
  },
});

const rm = command({
  brief: 'delete with everything kept of them',
  help: 'Deletes assets and their files for good. Needs the scope "delete".',
  load: async () => (await load()).removeAssets,
  parameters: { flags: { server: SERVER, json: JSON_LINES }, positional: rest(...ASSET, 1) },
});

const revoke = command({
  brief: 'withdraw: they stay known, and are said to be withdrawn',
  help: 'Withdraws assets: a verification that finds one says so, with the reason. Needs the scope "delete".',
  load: async () => (await load()).revokeAssets,
  parameters: {
    flags: { server: SERVER, reason: needed('TEXT', 'why'), json: JSON_LINES },
    positional: rest(...ASSET, 1),
  },
});

const remark = command({
  brief: 'mark them with the tracks of the present version',
  help: `Makes new delivered files of assets, those named or --all; the old files verify exactly for ever. Each counts as an
upload. Broken off, it goes on where it was when it is called with the same --before. Needs the scope "write".`,
  load: async () => (await import('../../actions/client/remark.ts')).remarkAssets,
  parameters: {
    flags: {
      server: SERVER,
      all: on('all that are marked'),
      before: value('TIME', 'with --all, those marked before; default now'),
      organization: value('ID', 'with --all, those of this organization'),
      json: JSON_LINES,
    },
    positional: rest(...ASSET, 0),
  },
});

export const assetsCommands = group('list, show, fetch, mark anew, delete and withdraw what is registered', {
  ls,
  get,
  download,
  remark,
  rm,
  revoke,
});
