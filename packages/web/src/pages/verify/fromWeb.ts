/** A picture of the web, as the browser itself may have it. @module */
import { NetworkError } from '@assay/sdk/errors';

/** Only what travels encrypted, and without a name and a password in it. Null: it is no such address. */
export function pictureAddress(text: string): URL | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

/**
 * Without cookies and without saying which page asks.
 * @throws {NetworkError} if the site does not let other pages read it, is not there, or has no such picture
 */
export async function pictureFrom(url: URL): Promise<File> {
  const attempted = `GET ${url.host}`;
  try {
    const answer = await fetch(url, { mode: 'cors', credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const bytes = await answer.blob();
    const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '') || url.host;
    return new File([bytes], name, { type: bytes.type });
  } catch (cause) {
    throw new NetworkError({ code: 'NETWORK_ERROR', status: 0, attempted, detail: String(cause), cause });
  }
}
