/** What a route that sends a stored file may answer. @module */
import { z } from 'zod';

/** The bytes of a file; never serialized by a schema, so the type is a description only. */
const bytes = z.any().meta({ type: 'string', format: 'binary' });
const binary = (description: string) => ({ description, content: { 'application/octet-stream': { schema: bytes } } });

export const DOWNLOADS = {
  200: binary('The file, with `ETag`, `Repr-Digest`, `Content-Disposition: attachment`.'),
  206: binary('The part that `Range` asked for.'),
  304: z.undefined().describe('Unchanged since `If-None-Match`.'),
};
