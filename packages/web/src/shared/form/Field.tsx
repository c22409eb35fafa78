import { createContext, type InputHTMLAttributes, type ReactNode, useContext, useId } from 'react';
import type { Problems } from './useForm.ts';

/** What is wrong with the fields of the form around them. */
export const ProblemsContext = createContext<Problems>({});

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  readonly label: string;
  readonly name: string;
  /** What to know before typing. */
  readonly hint?: ReactNode;
}

/** One line of text with its label above and what is wrong with it below; both belong to the field for screen readers. */
export function Field({ label, hint, ...input }: FieldProps) {
  const id = useId();
  const problem = useContext(ProblemsContext)[input.name];
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
