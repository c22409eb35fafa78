/** What both ends of the control socket know. @module */

/** In the data folder. */
export const CONTROL_SOCKET = 'control';
export const COPY_PATH = '/database-copies';
export const STILL_NAMED_PATH = '/still-named';
export const DEAD_MAILS_PATH = '/dead-mails';
/** Bodies are values as `node:v8` writes them, so that times and bytes stay what they are. */
export const JOBS_PATH = '/jobs';
export const MAILS_AGAIN_PATH = '/mails-again';
