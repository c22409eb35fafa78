import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { EXIT } from '../../src/exitCode.ts';
import { picturesOf } from '../../src/pictures.ts';
import { type Asked, page, refusal, stubService } from './stubService.ts';

const { asked, state, assay } = stubService();
let folder: string;
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-batch-'));
  await mkdir(at('below'));
  for (const name of ['a.jpg', 'b.png', 'notes.txt', 'below/c.WEBP']) await writeFile(at(name), `good ${name}`);
  await writeFile(at('bad.jpg'), 'bad');
  await writeFile(at('list'), `# mine\n${at('b.png')}\n\n${at('a.jpg')}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

const namesOf = async (words: readonly string[], input = '') =>
  (await picturesOf(words, { input: Readable.from([Buffer.from(input)]) })).map(({ name }) => name);

test.each([
  ['files in their order, none twice', () => [at('b.png'), at('a.jpg'), at('b.png')], ['b.png', 'a.jpg']],
  ['a folder: pictures in it and below, by name', () => [folder], ['a.jpg', 'b.png', 'bad.jpg', 'below/c.WEBP']],
  ['a list', () => [`@${at('list')}`], ['b.png', 'a.jpg']],
])('%s', async (_, words, names) => {
  expect(await namesOf(words())).toEqual(names.map(at));
});

it('takes a list and a picture from standard input, and a pattern', async () => {
  expect(await namesOf(['@-'], `${at('a.jpg')}\r\n`)).toEqual([at('a.jpg')]);
  const [picture] = await picturesOf(['-'], { input: Readable.from([Buffer.from('bytes')]) });
  expect(await (await picture!.read()).text()).toBe('bytes');
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(await namesOf(['*.{jpg,png}', '**/*.webp'])).toEqual(['a.jpg', 'b.png', 'bad.jpg', 'below/c.WEBP']);
    const [none] = await picturesOf(['*.gif'], { input: Readable.from([]) });
    await expect(none!.read()).rejects.toThrow('no file is called like *.gif');
  } finally {
    process.chdir(before);
  }
});

const answerTo = ({ body }: Asked) =>
  body.includes('bad')
    ? refusal(400, 'INVALID_FILE_TYPE', 'This looks like text.')
    : { json: { id: 'asset', processing_status: 'completed', width: 1, height: 2, warnings: [] } };

describe('a batch', () => {
  it('names the bad file and goes on; one line of JSON for each good one', async () => {
    state.answer = answerTo;
    const { code, printed, notes } = await assay(['upload', at('a.jpg'), at('bad.jpg'), at('none.jpg'), at('b.png')]);
    expect(code).toBe(EXIT.usage);
    expect(printed.map((line) => (JSON.parse(line) as { file: string }).file)).toEqual([at('a.jpg'), at('b.png')]);
    expect(notes).toEqual([`${at('bad.jpg')}: This looks like text`, `${at('none.jpg')}: there is no such file`]);
  });

  it('a list that is not there is one more thing to tell', async () => {
    state.answer = answerTo;
    const { code, printed, notes } = await assay(['upload', `@${at('no-list')}`, at('a.jpg')]);
    expect([code, printed.length]).toEqual([EXIT.notFound, 1]);
    expect(notes).toEqual([`${at('no-list')}: there is no such file`]);
  });

  it('prints words on a terminal, and JSON there if asked for it', async () => {
    state.answer = answerTo;
    const words = await assay(['upload', at('a.jpg')], { isInteractive: true });
    expect(words).toEqual({ code: EXIT.ok, printed: [`${at('a.jpg')}: asset  completed  1 x 2`], notes: [] });
    const { printed } = await assay(['upload', at('a.jpg'), '--json'], { isInteractive: true });
    expect(JSON.parse(printed[0]!)).toMatchObject({ file: at('a.jpg'), id: 'asset' });
  });

  it('stops where every other picture would meet the same', async () => {
    state.answer = () => refusal(403, 'QUOTA_EXCEEDED', 'All used up.');
    const { code, notes } = await assay(['verify', at('a.jpg'), at('b.png')]);
    expect([code, asked.length]).toEqual([EXIT.quota, 1]);
    expect(notes).toEqual([`${at('a.jpg')}: All used up`, 'The other 1 were not tried.']);
  });

  it('sends the options of an upload', async () => {
    state.answer = answerTo;
    const flags = ['--tags', 'x, y', '--no-track-c', '--commit', '--dedupe', '--title', 'T'];
    expect((await assay(['upload', at('a.jpg'), ...flags])).code).toBe(EXIT.ok);
    expect(asked[0]?.line).toBe('POST /v1/assets/?dedupe=true');
    expect(asked[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    const fields = [...asked[0]!.body.matchAll(/name="(\w+)"\r\n\r\n(.*)\r\n/g)].map(([, name, text]) => [name, text]);
    expect(Object.fromEntries(fields)).toEqual({
      title: 'T',
      tags: 'x,y',
      track_c_enabled: 'false',
      blockchain_commit: 'true',
    });
    expect((await assay(['upload', at('a.jpg'), at('b.png'), '--title', 'T'])).code).toBe(EXIT.usage);
  });

  it('--fail-on counts the verdicts that it names, and no others', async () => {
    const answers: Record<string, string> = { 'a.jpg': 'authentic', 'b.png': 'forged' };
    state.answer = ({ body }) => {
      const verdict = answers[/good (\S+)/.exec(body)?.[1] ?? ''];
      return { json: { verdict, confidence: 1, watermark: {}, fingerprint: {} } };
    };
    const both = [at('a.jpg'), at('b.png')];
    expect((await assay(['verify', ...both])).code).toBe(EXIT.mixed);
    expect((await assay(['verify', ...both, '--fail-on', 'forged,unknown'])).code).toBe(EXIT.forged);
    expect((await assay(['verify', ...both, '--fail-on', 'unknown'])).code).toBe(EXIT.ok);
    expect((await assay(['verify', at('a.jpg'), '--fail-on', 'fake'])).code).toBe(EXIT.usage);
  });

  it('import takes titles and tags from a list, and looks beside it', async () => {
    state.answer = answerTo;
    await writeFile(at('list.csv'), '\uFEFFfile,title,tags\r\na.jpg,"One, ""two""","x,y"\r\nnone.jpg,,\r\n');
    const { code, printed, notes } = await assay(['import', at('list.csv')]);
    expect([code, printed.length]).toEqual([EXIT.notFound, 1]);
    expect(notes).toEqual([`none.jpg: ${at('none.jpg')}: there is no such file`]);
    expect(asked[0]?.body).toContain('One, "two"');
    expect(asked[0]?.body).toContain('x,y');
    await writeFile(at('list.csv'), 'name\na.jpg\n');
    expect((await assay(['import', at('list.csv')])).code).toBe(EXIT.usage);
  });

  describe('import of an archive', () => {
    const job = (fields: object) => ({
      json: {
        id: 'i',
        state: 'running',
        total: 3,
        done: 0,
        created: 0,
        duplicates: 0,
        failed: 0,
        problem: null,
        ...fields,
      },
    });
    const refused = {
      name: 'b.txt',
      state: 'failed',
      asset_id: null,
      error: { error_code: 'INVALID_FILE_TYPE', detail: 'Not a picture.' },
    };
    beforeAll(() => writeFile(at('old.zip'), 'PK'));

    it('sends it once, waits for the end and tells what was refused', async () => {
      const done = job({ state: 'done', done: 3, created: 1, duplicates: 1, failed: 1 });
      state.answer = ({ line }) =>
        line.startsWith('POST') ? { status: 202, ...job({}) } : line.includes('/files') ? page(refused) : done;
      const watched = await assay(['import', at('old.zip'), '--tags', 'x,y', '--no-track-c'], { isInteractive: true });
      expect(asked.map(({ line }) => line)).toEqual([
        'POST /v1/assets/import',
        'GET /v1/imports/i',
        'GET /v1/imports/i/files?page_size=100&state=failed&page=1',
      ]);
      expect(asked[0]?.body).toMatch(
        /name="tags"\r\n\r\nx,y[^]*name="track_c_enabled"\r\n\r\nfalse[^]*filename="old.zip"/,
      );
      expect(watched.code).toBe(EXIT.usage);
      expect(watched.printed[0]).toBe('done: 1 registered, 1 registered before, 1 refused');
      expect(watched.printed[1]).toContain('Not a picture.');
    });

    it('a prefix, one that is left alone, and one that is paused', async () => {
      state.answer = ({ line }) => (line.includes('/files') ? page() : { status: 202, ...job({}) });
      expect((await assay(['import', '--prefix', 'wire/may', '--detach'])).code).toBe(EXIT.ok);
      expect(asked[0]?.body).toMatch(/name="prefix"\r\n\r\nwire\/may/);
      state.answer = ({ line }) =>
        line.includes('/files') ? page() : job({ state: 'paused', problem: 'The uploads of this month are used up.' });
      const paused = await assay(['import', '--resume', 'i']);
      expect([paused.code, paused.notes.join()]).toEqual([EXIT.quota, expect.stringContaining('used up')]);
      expect(asked.map(({ line }) => line)).toContain('POST /v1/imports/i/resume');
    });

    it('says what is missing or too much', async () => {
      for (const wrong of [[], ['--prefix', 'x', '--resume', 'i'], [at('old.zip'), '--title', 'x'], [at('none.zip')]])
        expect((await assay(['import', ...wrong])).code).toBe(EXIT.usage);
      expect(asked).toEqual([]);
    });
  });

  it('watch --once registers what lies there, by its bytes', async () => {
    state.answer = answerTo;
    const { code, printed } = await assay(['watch', folder, '--once']);
    expect([code, printed.length]).toEqual([EXIT.usage, 3]);
    expect(asked[0]?.line).toBe('POST /v1/assets/?dedupe=true');
  });
});

test('one picture on a terminal: what the service does with it is asked for', async () => {
  state.answer = ({ line }) => {
    if (line.startsWith('POST')) return { status: 202, json: { verification_id: 'v', status: 'pending' } };
    const result = {
      verdict: 'authentic',
      confidence: 1,
      details: '',
      watermark: {},
      fingerprint: { similarity_score: 1, match_count: 0, top_matches: [] },
    };
    const events = ['read', 'searched', 'compared', 'judged'].map(
      (stage) => `event: stage\ndata: {"stage":"${stage}","skipped":false}\n\n`,
    );
    return {
      raw: `: watching\n\n${events.join('')}event: result\ndata: ${JSON.stringify(result)}\n\n`,
      headers: { 'content-type': 'text/event-stream' },
    };
  };
  const { code } = await assay(['verify', at('a.jpg')], {
    isInteractive: true,
    environment: { ASSAY_API_KEY: 'k' },
  });
  expect(code).toBe(EXIT.ok);
  expect(asked.map(({ line }) => line)).toEqual(['POST /v1/verify/', 'GET /v1/verify/v/events']);
  expect(asked[0]?.headers.prefer).toBe('respond-async');
});
