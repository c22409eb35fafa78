import type { VerificationResult } from '@assay/sdk/types';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { MatchedOriginal } from './MatchedOriginal.tsx';
import { PicturePanel } from './PicturePanel.tsx';
import { PresencePanel } from './PresencePanel.tsx';
import { ResultParts } from './ResultParts.tsx';
import { ShareResult } from './ShareResult.tsx';

interface ResultProps {
  /** Takes the focus, where what was there before had it. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
  /** Null where only the result is at hand: the service keeps no picture. */
  readonly file: File | null;
  readonly name: string | null;
  readonly result: VerificationResult;
  /** What can be done next. */
  readonly children?: ReactNode;
}

/** One's own result: all that was found, the original that it matched, and the ways to hand it on. */
export function Result({ headingRef, file, name, result, children }: ResultProps) {
  const t = useTranslate();
  useEffect(() => headingRef?.current?.focus(), [headingRef]);
  return (
    <ResultParts
      headingRef={headingRef}
      name={name}
      result={result}
      actions={children}
      picture={file && <PicturePanel file={file} result={result} noMap={t(`picture.noMap.${result.verdict}`)} />}
      original={<MatchedOriginal file={file} result={result} />}
      presence={file && <PresencePanel file={file} result={result} />}
    >
      {result.verification_id !== null && <ShareResult id={result.verification_id} />}
    </ResultParts>
  );
}
