/** What both ends of the control socket know. @module */

/** In the data folder. */
export const CONTROL_SOCKET = 'control';
export const COPY_PATH = '/database-copies';
export const STILL_NAMED_PATH = '/still-named';
