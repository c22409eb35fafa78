/**
 * Reads a multipart form as a stream, bounded in every direction. Files end up as byte arrays, since the workers that
 * take them need them whole; nothing touches the disk.
 * @module
 */
import type { Readable } from 'node:stream';
import { AppError, type FieldError } from '@assay/core/errors';
import { joining } from '@assay/core/steps';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImportSources, ReceivedArchive } from '../../app/ports/imports/importSources.ts';
import { validationError } from '../reply/errorReply.ts';
import { inBodySteps } from './bodySteps.ts';
import type { BodyMemory, MemoryBudget } from './bodies/memoryBudget.ts';
import { utf8Of } from './bodies/utf8.ts';
import { leaveRest } from './unreadBody.ts';

export interface FormLimits {
  /** Names under which files count; files under other names are read and dropped: docs/spec/api.md#form-fields. */
  readonly fileFields: readonly string[];
  readonly filesMax: number;
  readonly fileBytesMax: number;
  readonly totalBytesMax: number;
  /** A file over `fileBytesMax` is kept as `bytes: null` and the form goes on (batch), instead of ending it. */
  readonly keepOversized?: true;
  /** Files go there instead of into memory. */
  readonly spool?: Pick<ImportSources, 'receive' | 'drop'>;
}

export interface ReceivedFile {
  /** Name of its part, one of `fileFields`. */
  readonly field: string;
  readonly sentName: string | null;
  /** Null if it was over the limit and the form allows that. */
  readonly bytes: Uint8Array | null;
  /** Where `spool` was given; gone with the form unless it was kept. */
  readonly spooled?: ReceivedArchive;
}

export interface ReceivedForm {
  readonly files: readonly ReceivedFile[];
  /** Values in the order they came, by name. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Room for part headers and text fields beside the files, bytes. */
const OVERHEAD_BYTES = 1024 * 1024;
const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 64;
const PARTS_MAX = 128;

const OCTETS = 'application/octet-stream';
/** Also of a part that says nothing of its type. */
const TEXT = 'text/plain';
const JSON_TYPE = 'application/json';

export const fileTooLarge = (limit: number): AppError =>
  new AppError('FILE_TOO_LARGE', `A file may have at most ${limit} bytes.`, { extra: { limit } });

const bodyError = (field: string, code: string, message: string): AppError => {
  const error: FieldError = { field, location: 'body', code, message };
  return validationError([error]);
};

const tooManyParts = (): AppError => bodyError('body', 'too_big', 'has too many parts');

/** What a part of JSON says: its string, else the JSON itself. @throws {AppError} BAD_REQUEST */
function plainTextOf(name: string, json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', `The form field "${name}" is no JSON, though its type says so.`, { cause });
  }
}

/**
 * Hands the form to `use`; the memory counts against `budget` until `use` has ended.
 * @param rest what goes on with the bytes behind the answer, for which the memory counts too; never rejects
 */
export async function receiveForm<T>(
  budget: MemoryBudget,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  limits: FormLimits,
  use: (form: ReceivedForm) => Promise<T>,
  rest: (result: T) => Promise<unknown> | null = () => null,
): Promise<T> {
  const reader = new FormReader(budget, limits);
  let behind: Promise<unknown> | null = null;
  try {
    const form = await reader.read(request, reply);
    await request.server.beginIdempotentForm(request, form);
    const result = await use(form);
    behind = rest(result);
    return result;
  } finally {
    await reader.dropSpooled();
    if (behind) void behind.then(() => reader.release());
    else reader.release();
  }
}

class FormReader {
  readonly #budget: MemoryBudget;
  readonly #limits: FormLimits;
  readonly #files: ReceivedFile[] = [];
  readonly #fields = new Map<string, string[]>();
  #memory: BodyMemory | null = null;
  #isSlow = false;
  /** The file whose bytes are coming. */
  #coming: Readable | null = null;
  #reading: Promise<void> = Promise.resolve();

  constructor(budget: MemoryBudget, limits: FormLimits) {
    this.#budget = budget;
    this.#limits = limits;
  }

  /** What nobody kept, and what is still coming of a form that was given up. */
  async dropSpooled(): Promise<void> {
    if (!this.#limits.spool) return;
    this.#coming?.destroy(new Error('the form was given up'));
    await this.#reading.catch(() => {});
    for (const { spooled } of this.#files) if (spooled) await this.#limits.spool?.drop(spooled);
  }

  release(): void {
    this.#memory?.release();
  }

  async read(request: FastifyRequest, reply: FastifyReply): Promise<ReceivedForm> {
    try {
      if (Number(request.headers['content-length'] ?? 0) > this.#limits.totalBytesMax + OVERHEAD_BYTES)
        throw this.#tooMuch();
      this.#memory = this.#budget.open(request);
      this.#reading = this.#readParts(request);
      await Promise.race([this.#reading, this.#overLimit(request.raw), this.#memory.tooSlow.catch(this.#noteSlow)]);
      this.#memory.arrived();
      return { files: this.#files, fields: this.#fields };
    } catch (error) {
      // Whoever shall come back later need not be read now.
      const comesBack = error instanceof AppError && error.retryAfterS !== undefined;
      await leaveRest(request, reply, this.#isSlow || comesBack);
      throw error instanceof AppError ? error : refusal(error);
    }
  }

  readonly #noteSlow = (cause: unknown): never => {
    this.#isSlow = true;
    throw cause;
  };

  /** Counts what comes rather than what is kept: parsers drop what is over their limits and read on. */
  #overLimit(raw: Readable): Promise<never> {
    let bytes = 0;
    return new Promise((_, reject) => {
      raw.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > this.#limits.totalBytesMax + OVERHEAD_BYTES) reject(this.#tooMuch());
      });
    });
  }

  async #readParts(request: FastifyRequest): Promise<void> {
    const { fileBytesMax, fileFields } = this.#limits;
    const parts = request.parts({
      // Texts too come as bytes: the parser would write U+FFFD for what is no UTF-8.
      isPartAFile: () => true,
      limits: { fileSize: fileBytesMax, files: PARTS_MAX, parts: PARTS_MAX },
    });
    let texts = 0;
    for await (const part of parts) {
      if (part.type !== 'file') continue;
      const { fieldname: field, filename: name, mimetype: type, file } = part;
      // RFC 7578, section 4.2: a file should have a name, so it need not. Its type then says that it is no text.
      const isFile = name !== undefined || type === OCTETS || (fileFields.includes(field) && type !== TEXT);
      // Text where a file belongs is no file; whoever needs one misses it.
      if (isFile || fileFields.includes(field)) await this.#takeFile(field, name, file, isFile);
      else if (++texts > FIELDS_MAX) throw tooManyParts();
      else this.#takeField(field, await this.#textOf(field, file, type));
    }
  }

  /** @throws {AppError} VALIDATION_ERROR for one that is too long, BAD_REQUEST for one that is no UTF-8, or no JSON by whose type it comes */
  async #textOf(name: string, stream: Readable & { truncated: boolean }, type: string): Promise<string> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > FIELD_BYTES_MAX) throw bodyError(name, 'too_big', 'is too long');
      this.#memory?.take(chunk.length);
      chunks.push(chunk);
      await this.#memory?.pace(chunk.length);
    }
    // Of a form whose files are smaller than a text may be.
    if (stream.truncated) throw bodyError(name, 'too_big', 'is too long');
    const text = utf8Of(Buffer.concat(chunks));
    if (text === null) throw new AppError('BAD_REQUEST', `The form field "${name}" is not written in UTF-8.`);
    return type === JSON_TYPE ? plainTextOf(name, text) : text;
  }

  #takeField(name: string, text: string): void {
    if (text.includes('\0')) throw bodyError(name, 'invalid_format', 'must not contain the character U+0000');
    this.#fields.set(name, [...(this.#fields.get(name) ?? []), text]);
  }

  async #takeFile(
    field: string,
    sentName: string | undefined,
    stream: Readable & { truncated: boolean },
    isFile: boolean,
  ): Promise<void> {
    const wanted = isFile && this.#limits.fileFields.includes(field);
    if (wanted && this.#files.length >= this.#limits.filesMax) throw this.#tooMany(field);
    if (wanted && this.#limits.spool) return this.#spool(field, sentName, stream, this.#limits.spool);
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (wanted) {
        this.#memory?.take(chunk.length);
        chunks.push(chunk);
      }
      await this.#memory?.pace(chunk.length);
    }
    if (!wanted) return;
    if (stream.truncated && !this.#limits.keepOversized) throw fileTooLarge(this.#limits.fileBytesMax);
    const bytes = stream.truncated ? null : await inBodySteps(joining(chunks));
    this.#files.push({ field, sentName: sentName ?? null, bytes });
  }

  async #spool(
    field: string,
    sentName: string | undefined,
    stream: Readable & { truncated: boolean },
    spool: NonNullable<FormLimits['spool']>,
  ): Promise<void> {
    this.#coming = stream;
    const spooled = await spool.receive(this.#counted(stream));
    this.#coming = null;
    this.#files.push({ field, sentName: sentName ?? null, bytes: null, spooled });
    if (stream.truncated) throw fileTooLarge(this.#limits.fileBytesMax);
  }

  async *#counted(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      this.#memory?.take(chunk.length);
      yield chunk;
      await this.#memory?.pace(chunk.length);
    }
  }

  #tooMany(field: string): AppError {
    const { filesMax } = this.#limits;
    return bodyError(field, 'too_big', filesMax === 1 ? 'send exactly one file' : `send at most ${filesMax} files`);
  }

  #tooMuch(): AppError {
    const { totalBytesMax, keepOversized, fileBytesMax } = this.#limits;
    if (!keepOversized) return fileTooLarge(fileBytesMax);
    return bodyError('files', 'too_big', `all files together may have at most ${totalBytesMax} bytes`);
  }
}

/** What the parser says; a limit of ours is 422, anything else means that the bytes are no multipart form. */
function refusal(error: unknown): AppError {
  const { code } = error as { code?: string };
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT') return tooManyParts();
  return new AppError('BAD_REQUEST', 'The multipart form cannot be read: it is broken or was cut off.', {
    cause: error,
  });
}
