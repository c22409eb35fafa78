/** Tells the operator, once, that a proxy stands before the service which nobody named: all who come through it count as one. @module */
import type { App, HttpSettings } from '../httpDeps.ts';

export function registerUnnamedProxy(app: App, { trustProxy }: Pick<HttpSettings, 'trustProxy'>): void {
  if (trustProxy.length > 0) return;
  let isTold = false;
  app.addHook('onRequest', async ({ headers, ip, log }) => {
    if (isTold || headers['x-forwarded-for'] === undefined) return;
    isTold = true;
    // Anybody may send the header, so it is a hint and nothing follows from it.
    log.warn(
      { proxy: ip },
      'a request came with X-Forwarded-For: if a proxy stands there, name it in ASSAY_TRUST_PROXY, or all of its clients share the limits of one address',
    );
  });
}
