/** Fills an empty service, through its API, with one of every kind of thing. @module */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { zipOf } from '../../src/http/reply/zip.ts';
import { sceneFile } from '../process/hostileFiles.ts';
import { sleep } from '../process/serviceProcess.ts';
import { type Json, signIn, told } from './asking.ts';
import type { Made } from './release.ts';
import { OWNER, VIEWER } from './settings.ts';

/** Small, so that the whole is a few hundred kilobytes, and large enough for marks. */
const SIZE = [352, 264] as const;
const SETTLED_MS_MAX = 300_000;

type Headers = Record<string, string>;
type Fields = Readonly<Record<string, string>>;

export interface Filling {
  readonly url: string;
  readonly dataDir: string;
  /** A receiver that takes every event. */
  readonly hook: string;
}

const formOf = (bytes: Uint8Array, name: string, fields: Fields = {}): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new File([new Uint8Array(bytes)], name));
  return form;
};

/** What the mail to somebody says behind `token=`. */
async function mailedToken(dataDir: string, email: string, word: string): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  const deadline = Date.now() + SETTLED_MS_MAX;
  for (;;) {
    for (const name of await readdir(folder).catch(() => [])) {
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const token = /token=([A-Za-z0-9_-]{20,})/.exec(text)?.[1];
      if (token !== undefined && text.includes(email) && text.includes(word)) return token;
    }
    if (Date.now() > deadline) throw new Error(`no mail to ${email} with ${word}`);
    await sleep(200);
  }
}

async function makeAccounts({
  url,
  dataDir,
}: Filling): Promise<{ owner: Headers; organization: string; personal: string }> {
  for (const account of [OWNER, VIEWER]) {
    await told(url, '/v1/auth/register', {}, account);
    await told(url, '/v1/auth/verify-email', {}, { token: await mailedToken(dataDir, account.email, 'verify') });
  }
  const [owner, viewer] = [await signIn(url, OWNER), await signIn(url, VIEWER)];
  const { items } = (await told(url, '/v1/organizations/', owner)) as { items: { id: string }[] };
  const { id } = await told(url, '/v1/organizations/', owner, { name: 'Harbour Press', plan: 'pro' });
  const invitations = `/v1/organizations/${id}/invitations`;
  await told(url, invitations, owner, { email: VIEWER.email, role: 'viewer' });
  await told(url, '/v1/invitations/accept', viewer, { token: await mailedToken(dataDir, VIEWER.email, 'invit') });
  await told(url, invitations, owner, { email: 'cleo@example.org', role: 'editor' });
  return { owner, organization: String(id), personal: String(items[0]?.id) };
}

interface Pictures {
  readonly first: string;
  readonly all: readonly string[];
}

async function makeAssets(url: string, owner: Headers, organization: string): Promise<Pictures> {
  const upload = async (seed: number, name: string, fields: Fields): Promise<string> => {
    const bytes = await sharp(await sceneFile(seed, ...SIZE, 'png'))
      .withExif({ IFD0: { Make: 'Assay', Model: 'Fixture' } })
      .toFormat(name.endsWith('webp') ? 'webp' : 'jpeg', { quality: 85 })
      .toBuffer();
    const form = formOf(bytes, name, { organization_id: organization, ...fields });
    return String((await told(url, '/v1/assets/', owner, form)).id);
  };
  const unmarked = { track_a_enabled: 'false', track_b_enabled: 'false', track_c_enabled: 'false' };
  const first = await upload(1, 'boat.jpg', { title: 'A boat', description: 'At noon', tags: 'harbour,boat' });
  const sealed = await upload(2, 'pier.webp', { title: 'A pier', tags: 'harbour', encrypt: 'true' });
  const child = await upload(3, 'crop.jpg', { ...unmarked, title: 'A detail', parent_asset_id: first });
  const withdrawn = await upload(4, 'quay.jpg', { ...unmarked, title: 'A quay' });
  await told(url, `/v1/assets/${withdrawn}/revoke`, owner, { reason: 'Published by mistake.' });
  const deleted = await upload(5, 'gone.jpg', { ...unmarked, title: 'Gone' });
  await fetch(`${url}/v1/assets/${deleted}`, { method: 'DELETE', headers: owner });
  return { first, all: [first, sealed, child, withdrawn] };
}

/** What belongs to one picture. */
async function makeAround(url: string, owner: Headers, id: string): Promise<Made> {
  const { id: copy } = await told(url, `/v1/assets/${id}/copies`, owner, { recipient: 'Daily News', note: 'Page one' });
  await told(url, `/v1/storage/assets/${id}/archive`, owner, {});
  const { files } = await told(url, `/v1/storage/assets/${id}/publication`, owner, { variants: ['watermarked'] });
  const { token } = await told(url, `/v1/assets/${id}/share`, owner, {});
  const { commitment_id: commitment } = await told(url, '/v1/blockchain/commit', owner, { asset_id: id });
  const deadline = Date.now() + SETTLED_MS_MAX;
  let record: Json = {};
  while (record.confirmation_status !== 'finalized') {
    if (Date.now() > deadline) throw new Error(`not finalized: ${JSON.stringify(record)}`);
    await sleep(250);
    record = await told(url, `/v1/blockchain/commitment/${commitment}`, owner);
  }
  return {
    copied: id,
    archived: id,
    copy: String(copy),
    block: String((files as Json[])[0]?.cid),
    share: String(token),
    commitment: String(commitment),
    transaction: String(record.tx_hash),
  };
}

/** The delivered file as it is, after a codec, and a stranger's picture, whose verdict is disputed. */
async function makeVerifications(url: string, owner: Headers, id: string): Promise<Made> {
  const answer = await fetch(`${url}/v1/assets/${id}/download`, { headers: owner });
  const delivered = Buffer.from(await answer.arrayBuffer());
  const verify = async (bytes: Uint8Array, fields: Fields = {}): Promise<string> =>
    String((await told(url, '/v1/verify/', owner, formOf(bytes, 'seen.jpg', fields))).verification_id);
  const exact = await verify(delivered);
  const coded = await verify(await sharp(delivered).jpeg({ quality: 75 }).toBuffer(), { store: 'true' });
  const stranger = await sceneFile(9, ...SIZE);
  const disputed = await verify(stranger);
  const fields = { reason: 'not_recognised', comment: 'It is ours.', consent_to_keep_picture: 'true' };
  const dispute = await told(url, `/v1/verify/${disputed}/dispute`, owner, formOf(stranger, 'seen.jpg', fields));
  const shared = await told(url, `/v1/verify/${coded}/share`, owner, {});
  const headers = { ...owner, 'content-type': 'image/jpeg' };
  const content = { method: 'POST', headers, body: new Uint8Array(delivered) };
  const { matches } = (await (await fetch(`${url}/v1/c2pa/matches/byContent`, content)).json()) as { matches: Json[] };
  const { watermarks } = await told(url, '/v1/c2pa/services/supportedAlgorithms', {});
  return {
    verifications: [exact, coded, disputed].join(' '),
    shown: coded,
    disputed,
    dispute: String(dispute.id),
    result_share: String(shared.token),
    manifest: String(matches[0]?.manifestId),
    binding_algorithm: String((watermarks as Json[])[0]?.alg),
    binding_value: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64'),
  };
}

async function makeImport(url: string, owner: Headers, organization: string): Promise<Made> {
  async function* entries() {
    for (const seed of [11, 12]) yield { name: `${seed}.jpg`, content: one(await sceneFile(seed, 160, 120)) };
    yield { name: 'notes.txt', content: one(Buffer.from('no picture')) };
  }
  async function* one(bytes: Uint8Array) {
    yield bytes;
  }
  const archive = await buffer(zipOf(entries(), new Date('2026-01-01T00:00:00Z')));
  const fields = {
    organization_id: organization,
    track_a_enabled: 'false',
    track_b_enabled: 'false',
    track_c_enabled: 'false',
  };
  const { id } = await told(url, '/v1/assets/import', owner, formOf(archive, 'pictures.zip', fields));
  const deadline = Date.now() + SETTLED_MS_MAX;
  while ((await told(url, `/v1/imports/${id}`, owner)).state !== 'done') {
    if (Date.now() > deadline) throw new Error('the import does not end');
    await sleep(250);
  }
  return { import: String(id) };
}

/** Nothing waits any more: what the restored service had to finish first would be another answer. */
async function settled(url: string, owner: Headers, webhook: string): Promise<{ delivery: string; size: string }> {
  const deadline = Date.now() + SETTLED_MS_MAX;
  for (let before = ''; ; ) {
    const { items } = await told(url, `/v1/webhooks/${webhook}/deliveries?page_size=100`, owner);
    const deliveries = items as { id: string; status: string }[];
    const { tree_size: size } = await told(url, '/v1/transparency', {});
    const now = JSON.stringify([deliveries.map(({ id, status }) => [id, status]), size]);
    const isAll = deliveries.length > 0 && deliveries.every(({ status }) => status === 'delivered');
    if (isAll && Number(size) > 0 && now === before) return { delivery: String(deliveries[0]?.id), size: String(size) };
    if (Date.now() > deadline) throw new Error(`not settled: ${now}`);
    before = now;
    // Longer than the pauses of the jobs that bring events, commitments and pairs.
    await sleep(12_000);
  }
}

export async function makeService(filling: Filling): Promise<Made> {
  const { url, hook } = filling;
  const { owner, organization, personal } = await makeAccounts(filling);
  const webhook = await told(url, '/v1/webhooks/', owner, { url: hook, events: ['*'], organization_id: organization });
  const key = await told(url, '/v1/api-keys/', owner, {
    name: 'Desk',
    scopes: ['read'],
    organization_id: organization,
  });
  const { first, all } = await makeAssets(url, owner, organization);
  const around = await makeAround(url, owner, first);
  const verified = await makeVerifications(url, owner, first);
  const imported = await makeImport(url, owner, organization);
  const settledAs = await settled(url, owner, String(webhook.id));
  // Its row says so once a minute at most: not while the questions are asked.
  await told(url, '/v1/assets/', { 'x-api-key': String(key.key) });
  return {
    organization,
    personal,
    asset: first,
    assets: all.join(' '),
    webhook: String(webhook.id),
    key: String(key.key),
    key_id: String(key.id),
    ...around,
    ...verified,
    ...imported,
    ...settledAs,
  };
}
