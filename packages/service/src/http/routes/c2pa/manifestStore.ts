/** What the routes share on which members publish manifests. @module */
import { z } from 'zod';
import { NewBindingBody } from '../../schemas/c2pa.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';

export const MEMBER = [...NEEDS_CREDENTIAL, 'ORGANIZATION_NOT_FOUND', 'FORBIDDEN', 'VALIDATION_ERROR'] as const;

/** A binding is stored by POST or by PUT; C2PA names both. */
export const bindingSchema = {
  summary: 'Say what leads to a stored manifest',
  description: 'Any number of bindings; a repetition changes nothing. Those of this service are made by it alone.',
  tags: ['Content Credentials'],
  security: credentials('asset.write'),
  body: NewBindingBody,
  response: { 204: z.undefined().describe('Bound.'), ...failures(...MEMBER, ...JSON_BODY, 'MANIFEST_NOT_FOUND') },
};
