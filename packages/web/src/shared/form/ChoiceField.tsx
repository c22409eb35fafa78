import { useContext, useId } from 'react';
import { ProblemsContext } from './Field.tsx';

interface ChoiceFieldProps {
  readonly label: string;
  readonly name: string;
  /** Value and words of each. */
  readonly options: readonly (readonly [value: string, words: string])[];
  /** None is chosen where it is left out. */
  readonly defaultValue?: string;
}

/** One of a few, all of them in sight: a closed list cuts long words where the window is narrow. */
export function ChoiceField({ label, name, options, defaultValue }: ChoiceFieldProps) {
  const id = useId();
  const problem = useContext(ProblemsContext)[name];
  return (
    <fieldset className="choices" aria-describedby={problem && `${id}-problem`}>
      <legend>{label}</legend>
      {options.map(([value, words]) => (
        <label key={value} className="check">
          <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} />
          <span>{words}</span>
        </label>
      ))}
      {problem && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
