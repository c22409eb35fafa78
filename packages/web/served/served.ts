/**
 * The documents that the service answers with: what each page says before its script runs, in every language, with the
 * headings and words at the place where the script then draws them. docs/spec/web.md#before-the-script
 * @module
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { createServer, type Plugin } from 'vite';
import { PUBLISHED } from '../documents/published.ts';
import { ADDRESS, servedAddresses } from '../src/addresses.ts';
import { builtPictures } from './pictures.ts';
import { preloads } from './preloads.ts';
import type { PageAddress, RenderedPage, renderPages } from './renderPages.tsx';

/** No address of ours: what the service answers where there is nothing. */
const NOWHERE = '/notFound';

/** Where a service without accounts says so. */
const OF_NEW_SERVICE: readonly string[] = [ADDRESS.verify, ADDRESS.fromWeb, ADDRESS.login, ADDRESS.register];

/** `/assets/:assetId` -> `assets.assetId.html`; `/` -> `start.html`, before the first account `start.new.html`. */
const fileOf = ({ address, isNew }: PageAddress): string =>
  `${address.slice(1).replaceAll(':', '').replaceAll('/', '.') || 'start'}${isNew ? '.new' : ''}.html`;

/** What the service has to know of an address of the pages. */
interface Served {
  /** Below `served/` and the language. */
  readonly file: string;
  /** By language, what tells one content from another: the times of packed files do not, nor do their sizes. */
  readonly versions: Record<string, string>;
  /** What it is before the first account, where that is something else. */
  readonly ofNewService?: Served;
}

/** 96 bits: nobody but the build makes these files. */
const versionOf = (html: string): string => createHash('sha256').update(html).digest('base64url').slice(0, 16);

export function served(configFile: string): Plugin {
  return {
    name: 'served',
    apply: 'build',
    generateBundle: {
      // The page itself, with the names of its files, is made before.
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new TypeError('served: the build has made no index.html');
        const shell = String(page.source);
        const addresses = servedAddresses(PUBLISHED.map(({ address }) => address));
        const pages = [...addresses, NOWHERE].map((address) => ({ address, isNew: false }));
        const ofNew = OF_NEW_SERVICE.map((address) => ({ address, isNew: true }));
        const served = new Map(
          [...pages, ...ofNew].map((one) => [fileOf(one), { file: fileOf(one), versions: {} } as Served]),
        );
        const ahead = await preloads(bundle);
        const withPictures = builtPictures(bundle, path.dirname(configFile));
        for (const one of await renderedPages(configFile, [...pages, ...ofNew])) {
          const html = withPictures(filled(shell, one, ahead(one.address, one.language)));
          this.emitFile({ type: 'asset', fileName: `served/${one.language}/${fileOf(one)}`, source: html });
          const known = served.get(fileOf(one));
          if (known) known.versions[one.language] = versionOf(html);
        }
        const written = addresses.map((address) => {
          const ofNewService = served.get(fileOf({ address, isNew: true }));
          return [address, { ...served.get(fileOf({ address, isNew: false })), ...(ofNewService && { ofNewService }) }];
        });
        const source = JSON.stringify(Object.fromEntries(written));
        this.emitFile({ type: 'asset', fileName: 'addresses.json', source });
        delete bundle['index.html'];
      },
    },
  };
}

/** By the sources as they are, through the pages' own router, whose code for places without a browser Node picks. */
async function renderedPages(configFile: string, addresses: readonly PageAddress[]): Promise<readonly RenderedPage[]> {
  const server = await createServer({
    configFile,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = await server.ssrLoadModule(path.join(import.meta.dirname, 'renderPages.tsx'));
    return await (module as { renderPages: typeof renderPages }).renderPages(['en', 'de', 'zh', 'ar'], addresses);
  } finally {
    await server.close();
  }
}

/** Replaced by functions: a `$&` in a title is no pattern. */
const filled = (
  shell: string,
  { language, direction, title, content, isNew, isPrivate }: RenderedPage,
  ahead: readonly string[],
): string => {
  const links = ahead
    .filter((file) => !shell.includes(file))
    .map((file) => `  <link rel="modulepreload" crossorigin href="/${file}">\n  `);
  const marks = `${isNew ? ' data-new' : ''}${isPrivate ? ' data-private' : ''}`;
  return shell
    .replace('<html lang="en" dir="ltr"', `<html lang="${language}" dir="${direction}"`)
    .replace(/<title>.*?<\/title>/s, () => `<title>${title}</title>`)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root"><div class="served"${marks}>${content}</div></div>`);
};
