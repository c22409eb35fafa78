import type { VerificationResult } from '@assay/sdk/types';
import type { Ref } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Picked } from '../state.ts';
import { ChooseButton } from '../../../shared/ChooseButton.tsx';
import { EvidenceList } from './EvidenceList.tsx';
import { PicturePanel } from './PicturePanel.tsx';
import { PresencePanel } from './PresencePanel.tsx';
import { ResultJson } from './ResultJson.tsx';
import { VerdictCard } from './VerdictCard.tsx';

interface ResultProps {
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly picked: Picked;
  readonly result: VerificationResult;
  readonly onFiles: (files: readonly File[]) => void;
}

export function Result({ headingRef, picked, result, onFiles }: ResultProps) {
  const t = useTranslate();
  return (
    <div className="result">
      <VerdictCard headingRef={headingRef} picked={picked} result={result}>
        <ChooseButton label={t('verdict.again')} className="button button-primary" onFiles={onFiles} />
      </VerdictCard>
      <PicturePanel file={picked.file} result={result} />
      <div className="result-side">
        <EvidenceList result={result} />
        <PresencePanel file={picked.file} result={result} />
        <ResultJson result={result} />
      </div>
    </div>
  );
}
