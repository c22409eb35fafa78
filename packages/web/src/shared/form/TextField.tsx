import { type TextareaHTMLAttributes, useContext, useId } from 'react';
import { ProblemsContext } from './Field.tsx';

interface TextFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> {
  readonly label: string;
  readonly name: string;
  /** What to know before typing. */
  readonly hint?: string | undefined;
}

/** Several lines of text, labelled as a field of one line is. */
export function TextField({ label, hint, rows = 4, ...area }: TextFieldProps) {
  const id = useId();
  const problem = useContext(ProblemsContext)[area.name];
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <textarea
        {...area}
        id={id}
        rows={rows}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described || undefined}
      />
      {problem && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
