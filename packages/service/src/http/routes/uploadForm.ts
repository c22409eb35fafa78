/** What an upload form says, checked and cleaned. @module */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { cleanFileName } from '../../app/assets/fileName.ts';
import { cleanTags } from '../../app/assets/tags.ts';
import type { UploadInput } from '../../app/assets/uploadAsset.ts';
import { validationError } from '../errorReply.ts';
import { organizationIdOf } from '../organizationHeader.ts';
import type { ReceivedForm } from '../receiveForm.ts';
import { UploadFields } from '../schemas/asset.ts';
import { parseFields } from '../schemas/form.ts';

/** Everything but the file. */
export type UploadOptions = Omit<UploadInput, 'bytes' | 'fileName'>;

/** @throws {AppError} VALIDATION_ERROR */
export function uploadOptions(request: FastifyRequest, form: ReceivedForm, dedupe: boolean): UploadOptions {
  const fields = parseFields(UploadFields, form.fields, ['tags']);
  return {
    title: fields.title || null,
    description: fields.description || null,
    tags: cleanTags(fields.tags),
    tracks: { a: fields.track_a_enabled, b: fields.track_b_enabled, c: fields.track_c_enabled },
    strengths: strengthsOf(fields),
    metadata: fields.metadata_tracking_enabled,
    commit: fields.blockchain_commit,
    encrypt: fields.encrypt,
    organizationId: organizationIdOf(request, fields.organization_id),
    dedupe,
    ...(fields.parent_asset_id === undefined
      ? {}
      : { parent: { id: fields.parent_asset_id, relation: fields.parent_relation } }),
  };
}

/** Only the strengths that the form names. */
function strengthsOf(fields: z.output<typeof UploadFields>): NonNullable<UploadInput['strengths']> {
  const { track_a_strength: a, track_b_strength: b, track_c_strength: c } = fields;
  return {
    ...(a === undefined ? {} : { a }),
    ...(b === undefined ? {} : { b }),
    ...(c === undefined ? {} : { c }),
  };
}

/** @throws {AppError} VALIDATION_ERROR */
export function uploadInput(request: FastifyRequest, form: ReceivedForm, dedupe: boolean): UploadInput {
  const options = uploadOptions(request, form, dedupe);
  const [file] = form.files;
  if (!file?.bytes)
    throw validationError([
      { field: 'file', location: 'body', code: 'required', message: 'send the picture as a file' },
    ]);
  return { ...options, bytes: file.bytes, fileName: cleanFileName(file.sentName) };
}
