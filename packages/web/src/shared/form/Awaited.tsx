import type { ReactNode } from 'react';

interface AwaitedProps {
  /** Until then the words stand for others of about their length, whose place they keep; nobody sees or hears them. */
  readonly isKnown: boolean;
  readonly children: ReactNode;
}

/** Words with a number in them that the service is still being asked for: what follows them does not move when it comes. */
export function Awaited({ isKnown, children }: AwaitedProps) {
  return <span className={isKnown ? undefined : 'awaited'}>{children}</span>;
}
