/** What the world says, on its way to a terminal. @module */

/** Colours are ours; everything else that moves the cursor, renames the window or types for the reader is somebody else's. */
// oxlint-disable-next-line eslint/no-control-regex -- they are what is shown
const COLOUR_OR_CONTROL = /\u001B\[\d{0,3}m|[\0-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Titles, comments and names come from strangers: control characters but tabs and line breaks are shown, not obeyed. */
export const shownText = (text: string): string =>
  text.replace(COLOUR_OR_CONTROL, (found) =>
    found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
