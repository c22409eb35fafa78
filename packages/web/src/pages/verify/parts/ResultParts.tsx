import type { ReactNode, Ref } from 'react';
import type { ShownResult } from '../../../api/types.ts';
import { EvidenceList } from './EvidenceList.tsx';
import { ResultJson } from './ResultJson.tsx';
import { VerdictCard } from './VerdictCard.tsx';

interface ResultPartsProps {
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined;
  /** Of the file; null where it is not known. */
  readonly name: string | null;
  readonly result: ShownResult;
  readonly actions?: ReactNode;
  /** The picture with its map, where it is at hand; else the map alone, where one was kept. */
  readonly picture?: ReactNode;
  readonly original?: ReactNode;
  /** What the picture's own mark says. */
  readonly presence?: ReactNode;
  /** The ways to hand it on. */
  readonly children?: ReactNode;
}

/** A result as everybody may see it who may see it at all; the picture itself is in few hands. */
export function ResultParts({
  headingRef,
  name,
  result,
  actions,
  picture,
  original,
  presence,
  children,
}: ResultPartsProps) {
  const evidence = <EvidenceList result={result} />;
  return (
    <div className="result">
      <VerdictCard headingRef={headingRef} name={name} result={result}>
        {actions}
      </VerdictCard>
      {picture ?? evidence}
      <div className="result-side">
        {original}
        {picture && evidence}
        {presence}
        {children}
        <ResultJson result={result} />
      </div>
    </div>
  );
}
