/** What an import form, or the same as JSON, says. @module */
import { byTrack, TRACK_IDS } from '@assay/core/watermark/tracks';
import type { FastifyRequest } from 'fastify';
import { cleanFileName } from '../../../app/assets/fileName.ts';
import { cleanTags } from '../../../app/assets/tags.ts';
import type { ImportInput } from '../../../app/imports/beginImport.ts';
import { validationError } from '../../reply/errorReply.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import type { ReceivedForm } from '../../request/receiveForm.ts';
import { parseFields } from '../../schemas/form.ts';
import { ImportFields } from '../../schemas/imports.ts';

/** @throws {AppError} VALIDATION_ERROR */
export function importInput(request: FastifyRequest, { fields: sent, files: [file] }: ReceivedForm): ImportInput {
  const fields = parseFields(ImportFields, sent, ['tags']);
  const archive = file?.spooled ? { ...file.spooled, fileName: cleanFileName(file.sentName) } : null;
  const prefix = fields.prefix ?? null;
  if ((archive === null) === (prefix === null))
    throw validationError([
      { field: 'file', location: 'body', code: 'custom', message: 'send an archive as a file, or name a prefix' },
    ]);
  const strengths = TRACK_IDS.map((id) => [id, fields[`track_${id}_strength`]] as const);
  return {
    organizationId: organizationIdOf(request, fields.organization_id),
    archive,
    prefix,
    options: {
      description: fields.description || null,
      tags: cleanTags(fields.tags),
      tracks: byTrack((id) => fields[`track_${id}_enabled`]),
      strengths: Object.fromEntries(strengths.filter(([, strength]) => strength !== undefined)),
      metadata: fields.metadata_tracking_enabled,
      commit: fields.blockchain_commit,
      encrypt: fields.encrypt,
    },
  };
}

/** A JSON body as the form that says the same. @throws {AppError} VALIDATION_ERROR */
export function formOfJson(body: unknown): ReceivedForm {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw validationError([{ field: 'body', location: 'body', code: 'invalid_type', message: 'must be an object' }]);
  const said = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  return { files: [], fields: new Map(said.map(([name, value]) => [name, textsOf(name, value)])) };
}

function textsOf(name: string, value: unknown): string[] {
  return [value].flat().map((one: unknown) => {
    if (typeof one !== 'object') return String(one);
    throw validationError([{ field: name, location: 'body', code: 'invalid_type', message: 'must be a plain value' }]);
  });
}
