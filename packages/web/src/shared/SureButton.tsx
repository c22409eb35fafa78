import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from './ActionButton.tsx';

interface SureButtonProps {
  readonly mutation: UseMutationResult<unknown, Error, void>;
  readonly words: string;
  /** Of the second press, which does it. */
  readonly sureWords: string;
  /** What it is done to, for screen readers; beside it stand others. */
  readonly of: string;
}

/** A deed that cannot be undone takes a second press. */
export function SureButton({ mutation, words, sureWords, of }: SureButtonProps) {
  const [isSure, setSure] = useState(false);
  const ofIt = <span className="visually-hidden"> {of}</span>;
  if (isSure)
    return (
      <ActionButton mutation={mutation} look="danger">
        {sureWords}
        {ofIt}
      </ActionButton>
    );
  return (
    <button type="button" className="button" onClick={() => setSure(true)}>
      {words}
      {ofIt}
    </button>
  );
}
