/** A mail for tests that look at other things. @module */
import type { Mail } from '../../src/app/ports/delivery/mail.ts';

export const testMail = (to: string, text = 'Goodbye.'): Mail => ({ to, subject: 'A mail of a test', text });
