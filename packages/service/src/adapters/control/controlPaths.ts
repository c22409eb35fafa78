/** What both ends of the control socket know. @module */

/** In the data folder. */
export const CONTROL_SOCKET = 'control';
export const COPY_PATH = '/database-copies';
export const STILL_NAMED_PATH = '/still-named';
export const DEAD_MAILS_PATH = '/dead-mails';
export const MAILS_AGAIN_PATH = '/mails-again';
