/** `assay verify`: asks a service whether pictures are authentic. @module */
import { basename } from 'node:path';
import { detectedTracks } from '@assay/sdk/tracks';
import type { ReachedStage, Verdict, VerificationResult } from '@assay/sdk/types';
import { eachPicture } from '../../batch.ts';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import { picturesOf } from '../../pictures.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { retryNote } from './retryNote.ts';

/** Verdicts in the words of the page, never "fake": docs/spec/web.md#words-for-verdicts. */
const WORDS = {
  authentic: 'Matches a registered original',
  forged: 'Altered or falsely marked',
  unknown: 'No registered original found',
} as const satisfies Record<Verdict, string>;

/** SGR colours; the word stands beside, so colour alone says nothing. */
const COLOURS = { authentic: 32, forged: 31, unknown: 33 } as const satisfies Record<Verdict, number>;

const STATUS = {
  authentic: EXIT.ok,
  forged: EXIT.forged,
  unknown: EXIT.unknown,
} as const satisfies Record<Verdict, ExitCode>;

/** What begins once a stage is reached, and how much of the work is done by then. */
const NEXT = {
  read: { words: 'searching', share: 0.25 },
  searched: { words: 'comparing', share: 0.5 },
  compared: { words: 'judging', share: 0.75 },
  judged: { words: 'judged', share: 1 },
} as const satisfies Record<ReachedStage['stage'], object>;

const SHOWN_PICTURES_MAX = 10;

interface Options {
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
  readonly tamperMap?: string | undefined;
  readonly force?: boolean | undefined;
  readonly failOn?: string | undefined;
  readonly offline?: boolean | undefined;
  readonly keyFile?: string | undefined;
}

export async function verify(terminal: Terminal, options: Options, ...words: string[]): Promise<ExitCode> {
  const failing = verdictsOf(options.failOn);
  const pictures = await picturesOf(words, terminal);
  if (options.offline) return (await import('./verifyOffline.ts')).verifyOffline(terminal, options, pictures);
  const mapFile = options.tamperMap;
  if (mapFile !== undefined && pictures.length > 1) throw new UsageError('--tamper-map takes exactly one FILE');
  const force = options.force ?? false;
  // Before a verification is counted whose map could not be kept.
  if (mapFile !== undefined) await assertFree(mapFile, force);
  const client = connect(options.server, terminal);
  // Each costs a request more, so a large batch is sent without.
  const isShown = terminal.isInteractive && pictures.length <= SHOWN_PICTURES_MAX;
  const verdicts = new Set<Verdict>();
  const call = { tamperMap: mapFile !== undefined, onRetry: retryNote(terminal) };
  const { failure } = await eachPicture(terminal, pictures, async (picture, file, onProgress, doing) => {
    const onStage = isShown ? ({ stage }: ReachedStage) => doing(NEXT[stage].words, NEXT[stage].share) : undefined;
    const result = await client.verify(file, { ...call, onProgress, onStage });
    verdicts.add(result.verdict);
    terminal.print(
      options.json ? JSON.stringify({ file: picture.name, ...result }) : textOf(picture.name, result, terminal.colour),
    );
    if (mapFile !== undefined) await saveMap(result, mapFile, force, terminal);
  });
  return failure === EXIT.ok ? exitCodeFor(verdicts, failing) : failure;
}

/** @throws {UsageError} */
function verdictsOf(list: string | undefined): ReadonlySet<Verdict> | null {
  if (list === undefined) return null;
  const words = list.split(',').filter((word) => word !== '');
  const strange = words.find((word) => !Object.hasOwn(WORDS, word));
  if (strange !== undefined) throw new UsageError(`--fail-on knows ${Object.keys(WORDS).join(', ')}, not "${strange}"`);
  return new Set(words as Verdict[]);
}

function textOf(file: string, result: VerificationResult, colour: boolean): string {
  const words = WORDS[result.verdict];
  const shown = colour ? `\u001B[${COLOURS[result.verdict]}m${words}\u001B[0m` : words;
  const tracks = detectedTracks(result.watermark);
  const lines = [
    `${basename(file)}: ${shown} (${result.verdict}, confidence ${result.confidence.toFixed(2)})`,
    `    ${result.details}`,
    `    watermark: ${tracks.length > 0 ? `tracks ${tracks.join(', ')}` : 'none read'}`,
    `    fingerprint: similarity ${result.fingerprint.similarity_score.toFixed(3)}, ${result.fingerprint.match_count} match(es)`,
  ];
  const best = result.fingerprint.top_matches[0];
  if (best) lines.push(`    nearest asset: ${best.asset_id}`);
  if (result.verification_id) lines.push(`    verification: ${result.verification_id}`);
  return lines.join('\n');
}

async function saveMap(result: VerificationResult, file: string, force: boolean, terminal: Terminal): Promise<void> {
  if (result.tamper_map === null) {
    terminal.note('No tamper map: there is no original to compare with.');
    return;
  }
  await writeOutput(file, new Uint8Array(Buffer.from(result.tamper_map, 'base64')), force);
  terminal.note(`Tamper map written to ${file}`);
}

/** @param failing the verdicts that count; null: all but authentic */
function exitCodeFor(verdicts: ReadonlySet<Verdict>, failing: ReadonlySet<Verdict> | null): ExitCode {
  if (failing === null && verdicts.size > 1) return EXIT.mixed;
  const counted = [...verdicts].filter((verdict) => failing === null || failing.has(verdict));
  if (counted.length > 1) return EXIT.mixed;
  const [verdict] = counted;
  if (verdict === undefined) return EXIT.ok;
  // Asked to fail on what is authentic, say for a folder of forgeries: done is no failure.
  return failing?.has('authentic') && verdict === 'authentic' ? EXIT.mixed : STATUS[verdict];
}
