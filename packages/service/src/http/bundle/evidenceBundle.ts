/** The bundle of a verification: what a stranger needs to check it without us. docs/spec/bundle.md @module */
import { canonicalJson, type Json } from '@assay/core/encoding/canonicalJson';
import type { ZipFile } from '@assay/core/encoding/storedZip';
import { base64OfBytes } from '@assay/core/encoding/base64';
import { manifestBytes, signedText, writeBundle } from '@assay/core/evidence/bundle';
import type { Evidence, Signer } from '../../app/reports/evidence.ts';
import type { ReportPrinter } from '../../app/ports/verify/reportPrinter.ts';
import { reportPage } from '../reports/reportPage.ts';
import { verificationReport } from '../reports/verificationReport.ts';
import type { Words } from '../reports/words.ts';
import { proofView } from '../views/blockchain.ts';
import { reportView } from '../views/report.ts';
import { VERIFY_PAGE } from './generated/verifyPage.ts';

export interface BundleParts {
  readonly evidence: Evidence;
  readonly signer: Signer | null;
  readonly reportPrinter: ReportPrinter;
  readonly words: Words;
  /** Of the service. */
  readonly version: string;
  readonly modelHashes: Readonly<Record<string, string>>;
}

/** The same evidence in the same language gives the same bytes, whenever it is asked for. */
export async function evidenceBundle(parts: BundleParts): Promise<Uint8Array> {
  const { evidence, signer, reportPrinter, words, version } = parts;
  const { told } = evidence;
  const document = verificationReport(evidence, version, words);
  const files: ZipFile[] = [
    ...submittedFiles(evidence),
    { name: 'models.json', bytes: jsonOf(modelsOf(parts)) },
    ...proofFiles(evidence),
    { name: 'report.html', bytes: Buffer.from(reportPage(document)) },
    // Dated by the verification: the time of the download would make each bundle another one.
    { name: 'report.json', bytes: jsonOf(reportView(told, version, told.createdAt)) },
    { name: 'report.pdf', bytes: await reportPrinter.pdf(document) },
    { name: 'verify.html', bytes: Buffer.from(VERIFY_PAGE) },
  ];
  const manifest = manifestBytes(files, {
    verification_id: told.id,
    created_at: told.createdAt.toISOString(),
    signed_by: signer && base64OfBytes(signer.publicKey),
  });
  const signature = signer && { publicKey: signer.publicKey, signature: await signer.sign(signedText(manifest)) };
  return writeBundle(files, manifest, signature);
}

function submittedFiles({ submission, credentialsChain }: Evidence): ZipFile[] {
  if (!submission) return [];
  const { picture, mapPng, presencePng } = submission;
  return [
    { name: `submitted/picture.${endingOf(picture)}`, bytes: picture },
    ...(mapPng ? [{ name: 'maps/tamper.png', bytes: mapPng }] : []),
    ...(presencePng ? [{ name: 'maps/presence.png', bytes: presencePng }] : []),
    ...(credentialsChain
      ? [{ name: 'certificates/content-credentials.pem', bytes: Buffer.from(credentialsChain) }]
      : []),
  ];
}

/** By its first byte: it was judged, so it is one of the four. */
const endingOf = ([first]: Uint8Array): string =>
  first === 0xff ? 'jpg' : first === 0x89 ? 'png' : first === 0x52 ? 'webp' : 'tiff';

const jsonOf = (value: unknown): Uint8Array => Buffer.from(canonicalJson(value as Json));

const modelsOf = ({ evidence, version, modelHashes }: BundleParts) => ({
  service_version: version,
  model_version: evidence.told.modelVersion,
  models: modelHashes,
});

/** The checkpoint is in the proof too; by itself it can be handed to witnesses and monitors. */
function proofFiles({ proof }: Evidence): ZipFile[] {
  if (!proof) return [];
  const { inclusion } = proof;
  return [
    ...(inclusion
      ? [
          { name: 'log/checkpoint.txt', bytes: Buffer.from(inclusion.proof.checkpoint.note) },
          { name: 'log/proof.txt', bytes: Buffer.from(inclusion.proof.text) },
        ]
      : []),
    { name: 'proof.json', bytes: jsonOf(proofView(proof)) },
  ];
}
