import type { ReactNode } from 'react';
import { ofThisOrigin } from './ofThisOrigin.ts';

/** @param url signed, so that the browser itself can fetch it */
export function DownloadLink({ url, className, children }: { url: string; className: string; children: ReactNode }) {
  return (
    <a className={className} href={ofThisOrigin(url)} download>
      {children}
    </a>
  );
}
