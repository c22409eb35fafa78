/** What an upload form says, checked and cleaned. @module */
import { byTrack, TRACK_IDS } from '@assay/core/watermark/tracks';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { cleanTags } from '../../../app/assets/tags.ts';
import type { UploadInput } from '../../../app/assets/uploadAsset.ts';
import { oneFile } from '../../request/formFiles.ts';
import { requestKeyOf } from '../../request/idempotency.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import type { ReceivedForm } from '../../request/receiveForm.ts';
import { UploadFields } from '../../schemas/assets/asset.ts';
import { parseFields } from '../../schemas/form.ts';

/** Everything but the file. */
export type UploadOptions = Omit<UploadInput, 'bytes' | 'fileName'>;

/** @throws {AppError} VALIDATION_ERROR */
export function uploadOptions(request: FastifyRequest, form: ReceivedForm, dedupe: boolean): UploadOptions {
  const fields = parseFields(UploadFields, form.fields, ['tags']);
  return {
    title: fields.title || null,
    description: fields.description || null,
    tags: cleanTags(fields.tags),
    tracks: byTrack((id) => fields[`track_${id}_enabled`]),
    strengths: strengthsOf(fields),
    metadata: fields.metadata_tracking_enabled,
    commit: fields.blockchain_commit,
    encrypt: fields.encrypt,
    organizationId: organizationIdOf(request, fields.organization_id),
    dedupe,
    requestKey: requestKeyOf(request),
    ...(fields.parent_asset_id === undefined
      ? {}
      : { parent: { id: fields.parent_asset_id, relation: fields.parent_relation } }),
  };
}

/** Only the strengths that the form names. */
function strengthsOf(fields: z.output<typeof UploadFields>): UploadInput['strengths'] {
  const named = TRACK_IDS.map((id) => [id, fields[`track_${id}_strength`]] as const);
  return Object.fromEntries(named.filter(([, strength]) => strength !== undefined));
}

/** @throws {AppError} VALIDATION_ERROR */
export function uploadInput(request: FastifyRequest, form: ReceivedForm, dedupe: boolean): UploadInput {
  const options = uploadOptions(request, form, dedupe);
  return { ...options, ...oneFile(form) };
}
