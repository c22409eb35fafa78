/** `assay verify`: asks a service whether pictures are authentic. @module */
import { basename } from 'node:path';
import { fileFromPath } from '@assay/sdk/node';
import { detectedTracks } from '@assay/sdk/tracks';
import type { Verdict, VerificationResult } from '@assay/sdk/types';
import { UsageError } from '../usageError.ts';
import type { Terminal } from '../terminal.ts';
import { connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exitCode.ts';
import { writeOutput } from '../outputFile.ts';

/** Verdicts in the words of the page, never "fake": docs/spec/web.md#words-for-verdicts. */
const WORDS = {
  authentic: 'Matches a registered original',
  forged: 'Altered or falsely marked',
  unknown: 'No registered original found',
} as const satisfies Record<Verdict, string>;

/** SGR colours; the word stands beside, so colour alone says nothing. */
const COLOURS = { authentic: 32, forged: 31, unknown: 33 } as const satisfies Record<Verdict, number>;

interface Options {
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
  readonly tamperMap?: string | undefined;
  readonly force?: boolean | undefined;
}

export async function verify(terminal: Terminal, options: Options, ...files: string[]): Promise<ExitCode> {
  const mapFile = options.tamperMap;
  if (mapFile !== undefined && files.length > 1) throw new UsageError('--tamper-map takes exactly one FILE');
  const client = connect(options.server, terminal);
  const verdicts = new Set<Verdict>();
  for (const file of files) {
    const picture = file === '-' ? await readAll(terminal.input) : await fileFromPath(file);
    const result = await client.verify(picture, {
      tamperMap: mapFile !== undefined,
      onRetry: ({ error, delayMs }) =>
        terminal.note(`${error.detail}; trying again in ${(delayMs / 1000).toFixed(1)} s`),
    });
    verdicts.add(result.verdict);
    terminal.print(options.json ? jsonOf(file, result) : textOf(file, result, terminal.colour));
    if (mapFile !== undefined) await saveMap(result, mapFile, options.force ?? false, terminal);
  }
  return exitCodeFor(verdicts);
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

function jsonOf(file: string, result: VerificationResult): string {
  return JSON.stringify({ file, ...result });
}

function textOf(file: string, result: VerificationResult, colour: boolean): string {
  const words = WORDS[result.verdict];
  const shown = colour ? `\u001B[${COLOURS[result.verdict]}m${words}\u001B[0m` : words;
  const tracks = detectedTracks(result.watermark);
  const lines = [
    `${file === '-' ? 'standard input' : basename(file)}: ${shown} (${result.verdict}, confidence ${result.confidence.toFixed(2)})`,
    `    ${result.details}`,
    `    watermark: ${tracks.length > 0 ? `tracks ${tracks.join(', ')}` : 'none read'}`,
    `    fingerprint: similarity ${result.fingerprint.similarity_score.toFixed(3)}, ${result.fingerprint.match_count} match(es)`,
  ];
  const best = result.fingerprint.top_matches[0];
  if (best) lines.push(`    nearest asset: ${best.asset_id}`);
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

function exitCodeFor(verdicts: ReadonlySet<Verdict>): ExitCode {
  if (verdicts.size > 1) return EXIT.mixed;
  const [verdict] = verdicts;
  return verdict === 'authentic' ? EXIT.ok : verdict === 'forged' ? EXIT.forged : EXIT.unknown;
}
