/** 404 for an address that nobody serves, 405 with `Allow` for one that others methods do. @module */
import { AppError } from '@assay/core/errors';
import type { App } from '../httpDeps.ts';
import { sendNotFoundPage } from '../pages/webPages.ts';
import { wantsPage } from '../request/wantsPage.ts';
import { sendError } from './errorReply.ts';

interface Served {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** `/v1/assets/:asset_id` -> a pattern that fits with and without the slash at the end. */
function patternOf(url: string): RegExp {
  const path = url.replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`);
}

/** Must be registered before the routes. */
export function registerNotFound(app: App, isPage: (path: string) => boolean): void {
  const served = new Map<string, Served>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const entry = served.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    served.set(url, entry);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    const methods = new Set(
      [...served.values()].filter(({ pattern }) => pattern.test(path)).flatMap((s) => [...s.methods]),
    );
    if (methods.size > 0) {
      const allow = [...methods].sort().join(', ');
      reply.header('allow', allow);
      return sendError(request, reply, new AppError('METHOD_NOT_ALLOWED', `This address takes ${allow} only.`));
    }
    if (wantsPage(request) && isPage(path)) return sendNotFoundPage(request, reply);
    return sendError(request, reply, new AppError('NOT_FOUND', `There is nothing at ${request.method} ${path}.`));
  });
}
