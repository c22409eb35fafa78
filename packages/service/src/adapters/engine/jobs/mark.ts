/**
 * Job: embeds the asked tracks, writes the file in the source's own format, reads that file again and reports what can
 * be found in it. Same bytes and same request give the same file.
 * @module
 */
import type { Raster } from '@assay/core/raster';
import { psnr } from '@assay/core/signal/metrics';
import { estimateSsim } from '@assay/core/signal/ssimEstimate';
import { embedTracks, type Marking } from '@assay/core/watermark/embedTracks';
import { encipherPayload } from '@assay/core/watermark/payload/payloadCipher';
import { TRACK_IDS, trackDefinition, type TrackId } from '@assay/core/watermark/tracks';
import type { Marked, MarkRequest, TrackFinding, TrackReport } from '../../../app/ports/verify/engine.ts';
import { type DecodedImage, decodeImage } from '../../codec/decodeImage.ts';
import { encodeLike } from '../../codec/encodeLike.ts';
import type { PictureLimits } from '../../codec/inspectHeader.ts';
import { noteDecoded, releaseMemory } from '../../codec/releaseMemory.ts';
import { renderPreview } from '../../codec/renderPreview.ts';
import { contentIds } from '../../content/contentIds.ts';
import { picturesOfThread } from '../seenPictures.ts';
import type { EngineLimits } from '../settings.ts';
import { type InstalledTrack, installedTracks } from '../installedTracks.ts';
import { findTracks, type TrackSettings, trackKeys } from '../tracks.ts';

type MarkSettings = PictureLimits & TrackSettings & Pick<EngineLimits, 'strengths' | 'seenPicturesBytesMax'>;

/** The delivered file, decoded from its bytes and searched for its marks. */
interface Written {
  readonly bytes: Uint8Array;
  readonly raster: Raster;
  readonly findings: readonly TrackFinding[];
}

function strengthOf(request: MarkRequest, { strengths }: MarkSettings, track: TrackId): number {
  return request.strengths?.[track] ?? strengths[track];
}

function askedTracks(request: MarkRequest, { modelFolders }: MarkSettings): readonly InstalledTrack[] {
  return installedTracks(modelFolders).tracks.filter(({ id }) => request.tracks[id]);
}

function embed(picture: Raster, payload: Uint8Array, request: MarkRequest, settings: MarkSettings): Marking {
  const asked = askedTracks(request, settings);
  const tracks = asked.map(({ track }) => track);
  const strengths = Object.fromEntries(asked.map(({ id }) => [id, strengthOf(request, settings, id)]));
  return embedTracks(picture, payload, { tracks, keys: trackKeys(settings.watermarkKey), strengths });
}

/** Reads the written file again; it may be larger than what may be uploaded, but it is ours, so only its pixels are bounded. */
async function readAgain(bytes: Uint8Array, settings: MarkSettings): Promise<Written> {
  const { raster } = await decodeImage(bytes, { ...settings, bytesMax: Number.POSITIVE_INFINITY });
  return { bytes, raster, findings: findTracks(raster, settings) };
}

/** How many of the embedded tracks name the asset in the written file. */
function readable(written: Written, embedded: readonly string[], assetId: string): number {
  return written.findings.filter(({ track, assetId: found }) => embedded.includes(track) && found === assetId).length;
}

function bytesOf({ data }: Raster): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

/** True if coding lost nothing, so that no finer coding can help. */
function isSamePicture(a: Raster, b: Raster): boolean {
  return bytesOf(a).equals(bytesOf(b));
}

type Decoded = Pick<DecodedImage, 'facts' | 'raster'>;

interface Source {
  readonly bytes: Uint8Array;
  readonly decoded: Decoded;
  readonly payload: Uint8Array;
}

interface FirstWriting {
  readonly tracks: Marking['tracks'];
  /** Null where no track found room. */
  readonly bytes: Uint8Array | null;
  /** What was written; null of a large picture, see `KEPT_PIXELS_MAX`. */
  readonly picture: Raster | null;
}

/**
 * Pictures up to this size are kept as they were marked while the written file is read. Of a larger one three would lie side
 * by side, so it is embedded anew for the rare second writing: an embedding is the same every time.
 */
const KEPT_PIXELS_MAX = 16_000_000;

async function writeFirst(source: Source, request: MarkRequest, settings: MarkSettings): Promise<FirstWriting> {
  const { picture, tracks } = embed(source.decoded.raster, source.payload, request, settings);
  if (!tracks.some(({ embedded }) => embedded)) return { tracks, bytes: null, picture: null };
  // Embedding leaves as much behind as it made; an encoder may need twice the picture.
  await releaseMemory();
  const bytes = await encodeLike(source.bytes, source.decoded.facts, picture);
  noteDecoded(picture.data.byteLength);
  return { tracks, bytes, picture: picture.width * picture.height > KEPT_PIXELS_MAX ? null : picture };
}

/** What became of the tracks that were asked for, and of the file. */
interface MarkedFile {
  readonly tracks: Marking['tracks'];
  /** Null where no track found room. */
  readonly written: Written | null;
}

/** Writes the file; once more, finer, if lossy coding took a mark away and finer coding brings it back. */
async function writeReadable(source: Source, request: MarkRequest, settings: MarkSettings): Promise<MarkedFile> {
  const { tracks, bytes, picture } = await writeFirst(source, request, settings);
  if (bytes === null) return { tracks, written: null };
  await releaseMemory();
  const embedded = tracks.filter((track) => track.embedded).map(({ id }) => id);
  const first = await readAgain(bytes, settings);
  const count = readable(first, embedded, request.assetId);
  if (count === embedded.length) return { tracks, written: first };
  const marked = picture ?? embed(source.decoded.raster, source.payload, request, settings).picture;
  if (isSamePicture(first.raster, marked)) return { tracks, written: first };
  const second = await readAgain(await encodeLike(source.bytes, source.decoded.facts, marked, true), settings);
  return { tracks, written: readable(second, embedded, request.assetId) > count ? second : first };
}

function isEmbedded({ tracks }: MarkedFile, track: TrackId): boolean {
  return tracks.some(({ id, embedded }) => id === track && embedded);
}

/** A track counts as embedded if it was read back from the bytes that are delivered, and only then. */
function reports(request: MarkRequest, file: MarkedFile, payload: Uint8Array, settings: MarkSettings): TrackReport[] {
  return TRACK_IDS.filter((track) => request.tracks[track]).map((track) => {
    const findings = isEmbedded(file, track) ? (file.written?.findings ?? []) : [];
    const finding = findings.find((candidate) => candidate.track === track);
    const recoveredAssetId = finding?.assetId ?? null;
    const detected = finding?.detected === true && recoveredAssetId === request.assetId;
    const strength = strengthOf(request, settings, track);
    const confidence = detected ? finding.confidence : 0;
    return { track, strength, payload: detected ? payload : null, detected, recoveredAssetId, confidence };
  });
}

/** Only what marking adds: `examine` has told what decoding says. */
function warningsOf(
  request: MarkRequest,
  file: MarkedFile,
  marks: readonly TrackReport[],
  { modelFolders }: MarkSettings,
): string[] {
  const { missing } = installedTracks(modelFolders);
  const warnings = TRACK_IDS.flatMap((track) => (request.tracks[track] ? (missing[track]?.reason ?? []) : []));
  for (const track of file.tracks)
    if (!track.embedded) warnings.push(`${trackDefinition(track.id).label} was not embedded: ${track.detail}`);
  for (const { track, detected } of marks)
    if (isEmbedded(file, track) && !detected)
      warnings.push(`${trackDefinition(track).label} is not claimed: it cannot be read back from the written file.`);
  return warnings;
}

/**
 * @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE
 * @throws {RangeError} for an asset id that is no UUID or a strength outside (0, 1]
 */
export async function mark(source: Uint8Array, request: MarkRequest, settings: MarkSettings): Promise<Marked> {
  const payload = encipherPayload(request.assetId, settings.watermarkKey);
  // What this thread has examined just now is not decoded again.
  const decoded: Decoded = picturesOfThread(settings).take(source, settings) ?? (await decodeImage(source, settings));
  const isAsked = askedTracks(request, settings).length > 0;
  const file = isAsked
    ? await writeReadable({ bytes: source, decoded, payload }, request, settings)
    : { tracks: [], written: null };
  const tracks = reports(request, file, payload, settings);
  // A file whose marks nobody can read is a worse original and nothing else.
  const delivered = tracks.some(({ detected }) => detected) ? file.written : null;
  await releaseMemory();
  return {
    delivered: delivered && { bytes: delivered.bytes, ids: await contentIds(delivered.bytes) },
    preview: await renderPreview(delivered?.bytes ?? source),
    tracks,
    psnrDb: delivered && psnr(decoded.raster, delivered.raster),
    ssim: delivered && estimateSsim(decoded.raster, delivered.raster),
    warnings: warningsOf(request, file, tracks, settings),
  };
}
