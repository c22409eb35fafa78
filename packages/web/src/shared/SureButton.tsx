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

/** A deed that cannot be undone takes a second press, of the same button: the focus stays at it. */
export function SureButton({ mutation, words, sureWords, of }: SureButtonProps) {
  const [isSure, setSure] = useState(false);
  return (
    <ActionButton
      mutation={mutation}
      look={isSure ? 'danger' : 'plain'}
      onPress={isSure ? undefined : () => setSure(true)}
    >
      {isSure ? sureWords : words}
      <span className="visually-hidden"> {of}</span>
    </ActionButton>
  );
}
