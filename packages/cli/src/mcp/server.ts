/**
 * Assay for language models, as a server of the Model Context Protocol: six tools over one client and one folder. Reading only,
 * unless whoever started it said otherwise.
 * @module
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { AssayClient } from '@assay/sdk/client';
import { PermissionError } from '@assay/sdk/errors';
import { z } from 'zod';
import { sentenceOf } from '../exitCode.ts';
import { first } from '../results.ts';
import { UsageError } from '../usageError.ts';
import { VERSION } from '../version.ts';
import type { ReadPicture } from './fileRoot.ts';

interface Means {
  readonly client: AssayClient;
  readonly read: ReadPicture;
  readonly mayWrite: boolean;
}

const PATH = z.string().min(1).describe('Path of a JPEG, PNG, TIFF or WebP file, relative to the root folder');
const READS = { readOnlyHint: true, openWorldHint: false };
/** The service takes 1 to 255 characters. */
const IDEMPOTENCY_KEY = z
  .string()
  .min(1)
  .max(255)
  .describe('Chosen by you, the same when you try again: so nothing is registered twice');

const WHAT_VERDICTS_MEAN =
  'authentic: matches a registered original. forged: altered or falsely marked. unknown: no registered original was found, which does not mean that it is fake.';

export function createMcpServer(means: Means): McpServer {
  const server = new McpServer(
    { name: 'assay', version: VERSION },
    { instructions: `Tells whether pictures are the ones that were registered. Verdicts: ${WHAT_VERDICTS_MEAN}` },
  );
  addPictureTools(server, means);
  addRecordTools(server, means);
  return server;
}

/** An answer as text and as structure; what goes wrong is an answer too, in words. */
async function answered(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    const found = await work();
    return {
      content: [{ type: 'text', text: JSON.stringify(found) }],
      structuredContent: found as Record<string, unknown>,
    };
  } catch (error) {
    return { content: [{ type: 'text', text: sentenceOf(error) }], isError: true };
  }
}

/** A map is a picture, which as text would fill a conversation. */
async function answeredWithMap(work: () => Promise<object>): Promise<CallToolResult> {
  const result = await answered(work);
  const map = result.structuredContent?.tamper_map;
  if (typeof map !== 'string') return result;
  const structuredContent = { ...result.structuredContent, tamper_map: 'in the picture of this answer' };
  return {
    content: [
      { type: 'text', text: JSON.stringify(structuredContent) },
      { type: 'image', data: map, mimeType: 'image/png' },
    ],
    structuredContent,
  };
}

function addPictureTools(server: McpServer, { client, read, mayWrite }: Means): void {
  const tamperMap = z.boolean().default(false).describe('Show where it was changed, as a picture');
  server.registerTool(
    'verify_image',
    {
      description: `Tells whether a picture is authentic, forged or unknown, and why. ${WHAT_VERDICTS_MEAN}`,
      inputSchema: { path: PATH, include_tamper_map: tamperMap },
      annotations: READS,
    },
    ({ path, include_tamper_map }) =>
      answeredWithMap(async () => client.verify(await read(path), { tamperMap: include_tamper_map })),
  );
  server.registerTool(
    'compare_images',
    {
      description: 'Lays one picture over another and says what differs. Neither is kept.',
      inputSchema: { path_a: PATH, path_b: PATH, include_tamper_map: tamperMap },
      annotations: READS,
    },
    ({ path_a, path_b, include_tamper_map }) =>
      answeredWithMap(async () =>
        client.compare(await read(path_a), await read(path_b), { tamperMap: include_tamper_map }),
      ),
  );
  server.registerTool(
    'upload_image',
    {
      description: `Registers a picture: it is marked, fingerprinted and kept.${mayWrite ? '' : ' Refused: this server only reads.'}`,
      inputSchema: {
        path: PATH,
        idempotency_key: IDEMPOTENCY_KEY,
        title: z.string().max(500).optional(),
        tags: z.array(z.string()).max(50).optional(),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ path, idempotency_key: idempotencyKey, title, tags }) =>
      answered(async () => {
        if (!mayWrite)
          throw new UsageError('this server only reads; a person starts it with --allow-writes to register');
        const given = { ...(title === undefined ? {} : { title }), ...(tags === undefined ? {} : { tags }) };
        return client.upload(await read(path), { ...given, idempotencyKey });
      }),
  );
}

function addRecordTools(server: McpServer, { client, read }: Means): void {
  server.registerTool(
    'find_asset',
    {
      description: 'Finds registered pictures of your organization, by words or by a picture that looks like them.',
      inputSchema: {
        query: z.string().min(1).optional().describe('Words of title, description, tags or file name'),
        path: PATH.optional(),
        limit: z.number().int().min(1).max(100).default(20),
      },
      annotations: READS,
    },
    ({ query, path, limit }) =>
      answered(async () => {
        if ((query === undefined) === (path === undefined)) throw new UsageError('give either query or path');
        if (path !== undefined)
          return client.call('searchByImage', { form: { file: await read(path) }, query: { page_size: limit } });
        const items: unknown[] = [];
        for await (const asset of first(client.searchAssets(query ?? '', { pageSize: limit }), limit))
          items.push(asset);
        return { items };
      }),
  );
  server.registerTool(
    'get_verification',
    {
      description: 'Reads a verification that was made before.',
      inputSchema: { verification_id: z.uuid() },
      annotations: READS,
    },
    ({ verification_id }) => answered(() => client.call('getVerification', { path: { verification_id } })),
  );
  server.registerTool(
    'get_usage',
    { description: 'Tells what of the quotas and of the storage is used.', inputSchema: {}, annotations: READS },
    () => answered(() => usageOf(client)),
  );
}

/** Of quotas only what the credential may see. */
async function usageOf(client: AssayClient): Promise<object> {
  const storage = await client.storage.usage();
  try {
    const { organization_id } = await client.call('validateApiKey', {});
    return { storage, quotas: await client.call('organizationUsage', { path: { organization_id } }) };
  } catch (error) {
    if (error instanceof PermissionError) return { storage, quotas: 'need an API key with the scope org:read' };
    throw error;
  }
}
