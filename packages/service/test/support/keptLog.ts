/** A log that keeps what it is told. @module */

export interface KeptLog {
  readonly lines: { readonly level: 'info' | 'warn' | 'error'; readonly facts: object; readonly message: string }[];
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export function keptLog(): KeptLog {
  const lines: KeptLog['lines'] = [];
  const at =
    (level: 'info' | 'warn' | 'error') =>
    (facts: object, message: string): void =>
      void lines.push({ level, facts, message });
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
}

/** For tests that do not read it. */
export const silentLog = keptLog();
