/** Links of the service under the address at which the page is open. @module */

/**
 * The service writes its links with the address that it is known by; whoever opens it by another one (`localhost` for
 * 127.0.0.1) would get pictures of another origin, which the page may not show.
 */
export function ofThisOrigin(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin);
  return pathname + search;
}
