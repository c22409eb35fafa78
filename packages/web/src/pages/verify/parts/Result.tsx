import type { VerificationResult } from '@assay/sdk/types';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { Dispute } from '../dispute/Dispute.tsx';
import { keptFindings } from '../map/lazyFindings.tsx';
import { MatchedOriginal } from './MatchedOriginal.tsx';
import { ResultParts } from './ResultParts.tsx';
import { ShareResult } from './ShareResult.tsx';

export interface ResultProps {
  /** Takes the focus, where what was there before had it. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
  /** Of the file; null where it is not known. */
  readonly name: string | null;
  readonly result: VerificationResult;
  /** The very file; null where it is not at hand. */
  readonly file: File | null;
  /** The picture with its maps, and beside its original. */
  readonly pictures?: {
    readonly panel: ReactNode;
    readonly presence: ReactNode;
    readonly compare: (originalPreview: string) => ReactNode;
  };
  /** What can be done next. */
  readonly children?: ReactNode;
}

/** One's own result: all that was found, the original that it matched, and the ways to hand it on. */
export function Result({ headingRef, name, result, file, pictures, children }: ResultProps) {
  useEffect(() => headingRef?.current?.focus(), [headingRef]);
  return (
    <ResultParts
      headingRef={headingRef}
      name={name}
      result={result}
      actions={children}
      picture={pictures?.panel ?? keptFindings(result)}
      original={<MatchedOriginal compare={pictures?.compare} result={result} />}
      presence={pictures?.presence}
    >
      {result.verification_id !== null && (
        <>
          <ShareResult id={result.verification_id} />
          <Dispute key={result.verification_id} id={result.verification_id} result={result} file={file} />
        </>
      )}
    </ResultParts>
  );
}
