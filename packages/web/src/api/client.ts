/** The whole client, in a file of its own: pages that are opened by a link read with the connection alone. @module */
import { AssayClient } from '@assay/sdk/client';
import { connection } from './api.ts';

export const apiClient = new AssayClient(connection);
