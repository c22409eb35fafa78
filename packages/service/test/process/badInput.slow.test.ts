import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GIF, HEIC, oneBitPng, sceneFile, SVG, TEXT, twoFrames } from './hostileFiles.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

const UPLOAD_BYTES_MAX = 1_000_000;
const PIXELS_MAX = 4_000_000;

let folder: string;
let service: ServiceProcess;
let authorization: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-bad-input-'));
  await mkdir(path.join(folder, 'tmp'));
  service = await startServiceProcess(path.join(folder, 'data'), {
    TMPDIR: path.join(folder, 'tmp'),
    ASSAY_MAX_UPLOAD_BYTES: String(UPLOAD_BYTES_MAX),
    ASSAY_MAX_PIXELS: String(PIXELS_MAX),
  });
  const client = new AssayClient({ baseUrl: service.url });
  await client.register({ email: 'bad.input@example.org', password: 'seventeen frogs' });
  const { access_token: token } = await client.login('bad.input@example.org', 'seventeen frogs');
  authorization = `Bearer ${token}`;
}, 180_000);

afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(route: string, body: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const response = await fetch(`${service.url}${route}`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body,
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

function postFile(route: string, bytes: Uint8Array, name = 'picture.jpg', type = 'image/jpeg'): Promise<Reply> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return post(route, form);
}

/**
 * Every file below the data folder and the temporary folder, except what the service writes of itself meanwhile: the
 * database's own files, mails, which go out when their turn comes, and the checkpoints of its log.
 */
async function filesKept(): Promise<string[]> {
  const names: string[] = [];
  for (const place of ['data', 'tmp'])
    for (const entry of await readdir(path.join(folder, place), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) names.push(path.relative(folder, path.join(entry.parentPath, entry.name)));
  return names.filter((name) => !/^data\/(database|mail|(files\/)?transparency)\//.test(name)).sort();
}

async function expectHealthy(): Promise<void> {
  const response = await fetch(`${service.url}/health`);
  expect([response.status, ((await response.json()) as { status: string }).status]).toEqual([200, 'healthy']);
}

const REFUSED: readonly (readonly [name: string, make: () => Promise<Uint8Array> | Uint8Array, code: string])[] = [
  [
    'a truncated JPEG',
    async () => {
      const whole = await sceneFile(3, 640, 480);
      return whole.subarray(0, whole.length / 2);
    },
    'INVALID_FILE_TYPE',
  ],
  ['text with a picture name', () => TEXT, 'INVALID_FILE_TYPE'],
  ['SVG', () => SVG, 'INVALID_FILE_TYPE'],
  ['GIF', () => GIF, 'INVALID_FILE_TYPE'],
  ['HEIC', () => HEIC, 'INVALID_FILE_TYPE'],
  ['an empty file', () => new Uint8Array(), 'INVALID_FILE_TYPE'],
  ['an animated WebP', () => twoFrames('webp'), 'INVALID_FILE_TYPE'],
  ['a 40,000 x 40,000 one-bit PNG', () => oneBitPng(40_000), 'FILE_TOO_LARGE'],
  ['a one-bit PNG just over the limit of pixels', () => oneBitPng(2_001), 'FILE_TOO_LARGE'],
  ['a file over the limit of bytes', () => new Uint8Array(UPLOAD_BYTES_MAX + 1).fill(0xff), 'FILE_TOO_LARGE'],
  ['a file far over the limit of bytes', () => new Uint8Array(20 * UPLOAD_BYTES_MAX), 'FILE_TOO_LARGE'],
];

describe.each(['/v1/assets/', '/v1/verify/'])('POST %s', (route) => {
  it.each(REFUSED)('400 for %s, nothing kept, healthy afterwards', async (_name, make, code) => {
    const before = await filesKept();
    const { status, body } = await postFile(route, await make());
    expect([status, body.error_code]).toEqual([400, code]);
    expect(body.detail).toEqual(expect.stringMatching(/\S/));
    expect(await filesKept()).toEqual(before);
    await expectHealthy();
  });

  it('takes the first page of a multi-page TIFF', async () => {
    const { status, body } = await postFile(route, await twoFrames('tiff'), 'pages.tif', 'image/tiff');
    expect(status).toBe(route === '/v1/assets/' ? 201 : 200);
    if (route === '/v1/assets/') expect(body.warnings).toContainEqual(expect.stringContaining('first of 2 pages'));
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'whatever', 400, 'BAD_REQUEST'],
    ['a boundary that never comes', 'multipart/form-data; boundary=x', 'whatever', 400, 'BAD_REQUEST'],
    [
      'a part that never ends',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc',
      400,
      'BAD_REQUEST',
    ],
    [
      'no file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nabc\r\n--x--\r\n',
      422,
      'VALIDATION_ERROR',
    ],
    ['JSON instead of a form', 'application/json', '{"file":"a.jpg"}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const)('answers %s with the right code, nothing kept', async (_name, type, text, status, code) => {
    const before = await filesKept();
    const reply = await post(route, text, { 'content-type': type });
    expect([reply.status, reply.body.error_code]).toEqual([status, code]);
    expect(await filesKept()).toEqual(before);
    await expectHealthy();
  });
});

it.each([
  ['../../../../tmp/escaped.jpg'],
  ['..\\..\\escaped.jpg'],
  ['/etc/passwd.jpg'],
  ['a\u0000b.jpg'],
  [`${'long'.repeat(126)}.jpg`],
])('treats the file name %j as text, never as a path', async (name) => {
  // Written by hand: FormData would clean the name before it is sent.
  const boundary = 'hand-made-boundary';
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    await sceneFile(4, 160, 128),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const { status, body: answer } = await post('/v1/assets/', body, {
    'content-type': `multipart/form-data; boundary=${boundary}`,
  });
  expect(status).toBeLessThan(500);
  if (status === 201) {
    for (const sign of ['/', '\\', '\0']) expect(answer.original_filename).not.toContain(sign);
    expect([...String(answer.original_filename)].length).toBeLessThanOrEqual(500);
  }
  expect((await filesKept()).filter((file) => /escaped|passwd|long/.test(file))).toEqual([]);
  expect(await readdir(folder)).toEqual(['data', 'tmp']);
  await expectHealthy();
});

it('keeps no temporary file after all of this, and no asset that is not completed', async () => {
  expect((await filesKept()).filter((file) => /(^tmp\/|\.tmp$)/.test(file))).toEqual([]);
  const response = await fetch(`${service.url}/v1/assets/?page_size=100`, { headers: { authorization } });
  const { items } = (await response.json()) as { items: { processing_status: string }[] };
  expect(items.filter(({ processing_status: status }) => status !== 'completed')).toEqual([]);
});
