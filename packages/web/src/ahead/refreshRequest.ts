/** How a page asks who is signed in: the cookie, which no script reads, for an access token. @module */

export const SESSION_PATH = '/v1/auth/browser-session';
export const REFRESH_PATH = `${SESSION_PATH}/refresh`;

/** Only pages of the service itself can send it; its value means nothing. */
export const PAGE_HEADERS = { 'x-assay-page': '1' };
