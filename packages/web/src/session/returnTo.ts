/** Where a sign-in leads back to. @module */

/**
 * The address as a path of this service, or the start: whoever sends somebody a link to the sign-in must not decide where
 * it ends (open redirect). Browsers read `\` as `/`, and `//host` as another site.
 */
export function localPath(address: unknown, start = '/'): string {
  if (typeof address !== 'string' || !/^\/(?![/\\])/.test(address)) return start;
  const url = new URL(address, 'http://service.invalid');
  return url.origin === 'http://service.invalid' ? url.pathname + url.search + url.hash : start;
}
