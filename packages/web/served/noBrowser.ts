/** What modules of the pages ask a browser for while they are drawn without one. To be imported before them. @module */

/** Stands in commands until the script knows the address; its place is kept, and nobody sees it. */
export const NO_ORIGIN = 'https://assay.invalid';

const kept = new Map<string, string>();
const browser = {
  location: { origin: NO_ORIGIN },
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
};

Object.assign(globalThis, { window: browser, document: { documentElement: {} } });
Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { languages: [] } });
// No page asks for anything while it is drawn but whether somebody is signed in: whoever reads these pages is.
globalThis.fetch = async () => Response.json({ access_token: 'none' });
