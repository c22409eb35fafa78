import type { VerificationResult } from '@assay/sdk/types';
import type { ReactNode, Ref } from 'react';
import type { ShownResult } from '../../../api/types.ts';
import { EvidenceList } from './EvidenceList.tsx';
import { MatchedOriginal } from './MatchedOriginal.tsx';
import { PicturePanel } from './PicturePanel.tsx';
import { PresencePanel } from './PresencePanel.tsx';
import { ResultJson } from './ResultJson.tsx';
import { ShareResult } from './ShareResult.tsx';
import { VerdictCard } from './VerdictCard.tsx';

interface ResultProps {
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** Null where only the result is at hand: the service keeps no picture. */
  readonly file: File | null;
  readonly name: string | null;
  readonly result: VerificationResult;
  /** What can be done next. */
  readonly children?: ReactNode;
}

/** One's own result: all that was found, the original that it matched, and the ways to hand it on. */
export function Result({ headingRef, file, name, result, children }: ResultProps) {
  return (
    <ResultParts
      headingRef={headingRef}
      file={file}
      name={name}
      result={result}
      actions={children}
      original={<MatchedOriginal file={file} result={result} />}
    >
      {result.verification_id !== null && <ShareResult id={result.verification_id} />}
    </ResultParts>
  );
}

interface ResultPartsProps {
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined;
  readonly file: File | null;
  readonly name: string | null;
  readonly result: ShownResult;
  readonly actions?: ReactNode;
  readonly original?: ReactNode;
  /** The ways to hand it on. */
  readonly children?: ReactNode;
}

/** A result as everybody may see it who may see it at all. */
export function ResultParts({ headingRef, file, name, result, actions, original, children }: ResultPartsProps) {
  return (
    <div className="result">
      <VerdictCard headingRef={headingRef} name={name} result={result}>
        {actions}
      </VerdictCard>
      {file ? <PicturePanel file={file} result={result} /> : <EvidenceList result={result} />}
      <div className="result-side">
        {original}
        {file && <EvidenceList result={result} />}
        {file && <PresencePanel file={file} result={result} />}
        {children}
        <ResultJson result={result} />
      </div>
    </div>
  );
}
