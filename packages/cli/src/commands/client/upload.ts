/** `assay upload`, `assay import`, `assay watch` @module */
import { command } from '../../command.ts';
import { JSON_LINES, maybe, on, one, PICTURES, PICTURES_HELP, SERVER, value } from '../../options.ts';

const NEEDS = 'Needs assay login, or an API key with the scope "write" in ASSAY_API_KEY.';

const COMMON = {
  server: SERVER,
  description: value('TEXT', 'of every picture'),
  tags: value('A,B', 'of every picture'),
  noTrackA: on('without the spatial mark'),
  noTrackB: on('without the mark in frequencies'),
  noTrackC: on('without the neural mark'),
  commit: on('record a commitment on the ledger, too'),
  encrypt: on('keep its files encrypted'),
  dedupe: on('where the same bytes are registered already, take that asset'),
  organization: value('ID', 'whose they are; default your own'),
  json: JSON_LINES,
};

export const uploadCommand = command({
  brief: 'register pictures',
  help: `Registers pictures: each is marked, fingerprinted and kept. ${NEEDS}
${PICTURES_HELP}

Exit status: 0 all are registered, else that of the first that is not.`,
  load: async () => (await import('../../actions/client/upload.ts')).upload,
  parameters: { flags: { ...COMMON, title: value('TEXT', 'of the one picture') }, positional: PICTURES },
});

export const importCommand = command({
  brief: 'register what a list names, an archive holds, or a bucket has',
  help: `SOURCE is an archive (.zip or .car), which the service takes over whole and works off by itself, or a list: CSV whose first line
names the columns file, title, description, tags, or a JSON object of these on each line. Files of a list are looked for beside it.
--prefix imports from a folder or bucket that the operator named. What is registered already is not registered twice. ${NEEDS}

Exit status: 0 all are registered, 2 some were refused, 4 the quota is used up.`,
  load: async () => (await import('../../actions/client/importArchive.ts')).importPictures,
  parameters: {
    flags: {
      ...COMMON,
      title: value('TEXT', 'of those of a list without one'),
      prefix: value('NAME/FOLDER', 'below what the operator named'),
      resume: value('ID', 'watch an import that was begun before; a paused one goes on'),
      detach: on('do not wait for the end of the import'),
    },
    positional: {
      kind: 'tuple',
      parameters: [maybe('SOURCE', 'a .zip or .car archive, a .csv file, or one with JSON lines')],
    },
  },
});

export const watchCommand = command({
  brief: 'register every picture that comes into a folder',
  help: `Looks into the folder again and again and registers each picture once nobody writes it any more, those that lie there at the
start too. What was registered before is known by its bytes. Ctrl-C ends it. ${NEEDS}`,
  load: async () => (await import('../../actions/client/watch.ts')).watch,
  isLasting: true,
  parameters: {
    flags: {
      ...COMMON,
      title: value('TEXT', 'of every picture'),
      interval: value('SECONDS', 'between two looks; default 2'),
      newOnly: on('leave out what lies there at the start'),
      once: on('register what lies there, and end'),
    },
    positional: one('FOLDER', 'the folder, with all below it'),
  },
});
