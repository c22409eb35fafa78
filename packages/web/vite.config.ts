import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Address of a running service, for `npm run dev`; the built page asks the service that serves it. */
const SERVICE_URL = process.env['ASSAY_PUBLIC_BASE_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The `source` condition takes the SDK's TypeScript as it is, so that no build of it is needed.
  resolve: { conditions: ['source', 'browser', 'module', 'import', 'default'] },
  build: {
    target: 'es2023',
    // The page's Content-Security-Policy allows no inline script and no inline style.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/v1': SERVICE_URL, '/health': SERVICE_URL, '/docs': SERVICE_URL } },
});
