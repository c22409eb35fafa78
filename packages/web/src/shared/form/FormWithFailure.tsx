import type { FormEvent, ReactNode } from 'react';
import type { Failure } from '../failure.ts';
import { FailureNotice } from '../FailureNotice.tsx';

interface FormWithFailureProps {
  readonly failure: Failure | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}

/** Checked by us, so that what is wrong stands as text beside its field, in the language of the page. */
export function FormWithFailure({ failure, onSubmit, children }: FormWithFailureProps) {
  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      {failure && <FailureNotice failure={failure} level={2} />}
      {children}
    </form>
  );
}
