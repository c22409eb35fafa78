import { type InputHTMLAttributes, useId } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  readonly label: string;
  readonly name: string;
  /** What to know before typing. */
  readonly hint?: string | undefined;
  /** What to change. */
  readonly problem?: string | undefined;
}

/** One line of text with its label above and what is wrong with it below; both belong to the field for screen readers. */
export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input {...input} id={id} aria-invalid={problem ? true : undefined} aria-describedby={described || undefined} />
      {problem && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
