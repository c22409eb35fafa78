/**
 * Brings the public files with Content Credentials that a folder of git clones holds into one folder, each once, with their trust lists.
 *
 *     npx tsx bench/credentials/publicFiles/collect.ts CLONES FOLDER
 *
 * CLONES holds clones (bare ones will do) named OWNER+NAME, or OWNER+NAME/repo. FOLDER gets the pictures, `sources.json`, which says where
 * each is from, and `trust/`. The pictures are other people's and stay out of this repository.
 * @module
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Source, Sources } from './sources.ts';

const [clones, folder] = process.argv.slice(2);
if (!clones || !folder) throw new Error('Name the folder of clones and the folder to fill.');

const PICTURE = /\.(?:jpe?g|png|webp|tiff?)$/i;
/** Of formats that Assay does not take; they are named and not copied. */
const OTHER_FORMAT = /\.(?:mp4|m4[av]|mov|avi|avif|hei[cf]|gif|svg|pdf|mp3|wav|dng|jxl|c2pa)$/i;
/** Collections whose pictures without a manifest belong to them too: that there is none is what they are there for. */
const WHOLE = ['contentauth/c2pa-rs:sdk/tests/fixtures/', 'c2pa-org/public-testfiles:image/jpeg/adobe-'];
/** Thumbnails that somebody took out of manifests, and drawings of what is in one. */
const NO_FILES_OF_THEIR_OWN = /^image\/jpeg\/manifests\/|\/c2pa\.assertions\/|\.drawio\.png$/;
/** Whom a file is from that several have. */
const FIRST = ['c2pa-org/', 'contentauth/c2pa-rs', 'contentauth/', ''];

/** Trust lists by what they are for: REPOSITORY:PATH. */
const TRUST: Readonly<Record<string, readonly string[]>> = {
  'anchors.pem': [
    'contentauth/c2pa-rs:sdk/tests/fixtures/certs/trust/test_cert_root_bundle.pem',
    'c2pa-org/conformance-public:trust-list/C2PA-TRUST-LIST.pem',
    'contentauth/c2pa-conformance-tool:public/trust/anchors.pem',
    'microsoft/c2pa-extension-validator:test/trusted/root_CA.crt',
    'encypherai/encypher-c2pa:tests/vectors/cawg/generated/identity-1.2/trust/claim-allowed.pem',
  ],
  'allowed.pem': [
    'contentauth/c2pa-rs:sdk/tests/fixtures/certs/trust/allowed_list.pem',
    'contentauth/c2pa-conformance-tool:public/trust/allowed.pem',
  ],
  'timestamps.pem': [
    'c2pa-org/conformance-public:trust-list/C2PA-TSA-TRUST-LIST.pem',
    'encypherai/encypher-c2pa:tests/vectors/cawg/generated/identity-1.2/trust/tsa-trust.pem',
    'microsoft/c2pa-extension-validator:test/trustedTSA/digicert_TSA_CA.pem',
  ],
  'identities.pem': [
    'contentauth/c2pa-rs:sdk/tests/fixtures/certs/trust/test_cert_root_bundle.pem',
    'encypherai/encypher-c2pa:tests/vectors/cawg/generated/identity-1.2/trust/cawg-allowed.pem',
  ],
  'purposes.cfg': ['contentauth/c2pa-rs:sdk/tests/fixtures/certs/trust/store.cfg'],
};

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const git = (clone: string, ...args: string[]): Buffer =>
  execFileSync('git', ['-C', clone, ...args], { maxBuffer: FILE_BYTES_MAX, stdio: ['ignore', 'pipe', 'ignore'] });

interface Clone {
  readonly repository: string;
  readonly at: string;
  readonly commit: string;
  /** Paths with the hashes of what lies there. */
  readonly files: ReadonlyMap<string, string>;
}

function openClone(name: string): Clone | null {
  const inner = path.join(clones as string, name, 'repo');
  const at = existsSync(inner) ? inner : path.join(clones as string, name);
  try {
    const commit = git(at, 'rev-parse', 'HEAD').toString().trim();
    const tree = git(at, 'ls-tree', '-r', '-z', 'HEAD').toString().split('\0').filter(Boolean);
    const files = tree.map((line) => {
      const [meta = '', file = ''] = line.split('\t');
      return [file, meta.split(' ')[2] ?? ''] as const;
    });
    return { repository: name.replace('+', '/'), at, commit, files: new Map(files) };
  } catch {
    return null;
  }
}

/** Null: the clone lacks it. */
function blobAt({ at }: Clone, hash: string): Buffer | null {
  try {
    return git(at, 'cat-file', 'blob', hash);
  } catch {
    return null;
  }
}

/** A manifest store in whatever container, or the address of one. */
const isOfC2pa = (bytes: Buffer): boolean =>
  (bytes.includes('jumd') && bytes.includes('c2pa')) || bytes.includes('dcterms:provenance');

const rank = (repository: string): number => FIRST.findIndex((start) => repository.startsWith(start));
const opened = readdirSync(clones)
  .flatMap((name) => openClone(name) ?? [])
  .sort((a, b) => rank(a.repository) - rank(b.repository) || (a.repository < b.repository ? -1 : 1));

const trusted = path.join(folder, 'trust');
mkdirSync(trusted, { recursive: true });
const files = new Map<string, Source>();
const elsewhere: Sources['elsewhere'][number][] = [];
const judged = new Map<string, ReturnType<typeof judge>>();

/** What is asked of each content once; null: the clone lacks it. */
function judge(clone: Clone, hash: string) {
  const bytes = blobAt(clone, hash);
  return bytes && { sha256: createHash('sha256').update(bytes).digest('hex'), ofC2pa: isOfC2pa(bytes) };
}

for (const clone of opened) {
  const { repository, commit } = clone;
  for (const [file, hash] of clone.files) {
    if (!(PICTURE.test(file) || OTHER_FORMAT.test(file)) || NO_FILES_OF_THEIR_OWN.test(file)) continue;
    const found = judged.get(hash) ?? judge(clone, hash);
    judged.set(hash, found);
    const isTaken = WHOLE.some((start) => `${repository}:${file}`.startsWith(start));
    if (found === null) {
      if (isTaken) elsewhere.push({ repository, path: file, why: 'the clone lacks it' });
      continue;
    }
    if (!found.ofC2pa && !(isTaken && PICTURE.test(file))) continue;
    if (!PICTURE.test(file)) {
      elsewhere.push({ repository, path: file, why: `format ${path.extname(file).slice(1).toLowerCase()}` });
      continue;
    }
    const known = files.get(found.sha256);
    if (known) {
      files.set(found.sha256, { ...known, copies: known.copies + 1 });
      continue;
    }
    const name = `${found.sha256.slice(0, 8)}-${path.basename(file)}`;
    const bytes = blobAt(clone, hash) ?? Buffer.alloc(0);
    writeFileSync(path.join(folder, name), bytes);
    files.set(found.sha256, {
      name,
      sha256: found.sha256,
      bytes: bytes.length,
      repository,
      commit,
      path: file,
      copies: 0,
    });
  }
}

for (const [name, from] of Object.entries(TRUST)) {
  const texts = from.map((one) => {
    const [repository = '', file = ''] = one.split(':');
    const clone = opened.find((other) => other.repository === repository);
    const hash = clone?.files.get(file);
    if (!clone || !hash) throw new Error(`The clones lack ${one}, which is a trust list.`);
    return String(blobAt(clone, hash)).trimEnd();
  });
  writeFileSync(path.join(trusted, name), `${texts.join('\n')}\n`);
}

const ordered = [...files.values()].sort((a, b) =>
  `${a.repository}/${a.path}` < `${b.repository}/${b.path}` ? -1 : 1,
);
const lookedThrough = opened.map(({ repository, commit }) => ({ repository, commit }));
const sources: Sources = { files: ordered, elsewhere, trust: TRUST, lookedThrough };
writeFileSync(path.join(folder, 'sources.json'), `${JSON.stringify(sources, null, 2)}\n`);
console.log(`${files.size} pictures from ${new Set(ordered.map(({ repository }) => repository)).size} repositories`);
console.log(`${elsewhere.length} of other formats, or not there; ${opened.length} repositories looked through`);
