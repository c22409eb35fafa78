/** The one client of the page: the service that serves it. @module */
import { AssayClient } from '@assay/sdk/client';

export const apiClient = new AssayClient({ baseUrl: window.location.origin });
