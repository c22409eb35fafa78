/** `assay mcp` @module */
import { command } from '../../command.ts';
import { needed, none, on, SERVER, value } from '../../options.ts';

export const mcpCommand = command({
  brief: 'serve the tools of Assay to a language model',
  help: `A server of the Model Context Protocol with the tools verify_image, upload_image, find_asset, get_verification, compare_images
and get_usage, over standard input and output, or with --port over HTTP on this machine (http://127.0.0.1:N/mcp). Files below
FOLDER alone are read. Nothing is registered without --allow-writes, and then with an idempotency key. Credentials as for every
command: assay login, or ASSAY_API_KEY.`,
  load: async () => (await import('../../actions/client/mcp.ts')).mcp,
  isLasting: true,
  parameters: {
    flags: {
      root: needed('FOLDER', 'the pictures that may be named'),
      server: SERVER,
      allowWrites: on('let it register pictures'),
      port: value('N', 'serve over HTTP; 0 takes a free port'),
    },
    positional: none,
  },
});
