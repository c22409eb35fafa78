import { useId } from 'react';

interface SegmentsProps<Id extends string> {
  readonly legend: string;
  readonly ids: readonly Id[];
  readonly value: Id;
  readonly labelOf: (id: Id) => string;
  readonly onChange: (id: Id) => void;
}

/** One of a few ways to look at the same thing. */
export function Segments<Id extends string>({ legend, ids, value, labelOf, onChange }: SegmentsProps<Id>) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {ids.map((id) => (
        <label key={id}>
          <input type="radio" name={name} value={id} checked={id === value} onChange={() => onChange(id)} />
          <span>{labelOf(id)}</span>
        </label>
      ))}
    </fieldset>
  );
}
