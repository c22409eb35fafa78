/** A form that is sent once at a time: what is wrong with which field, and what else went wrong. @module */
import { AssayError } from '@assay/sdk/errors';
import { type FormEvent, useRef, useState } from 'react';
import { type Failure, failureOf } from '../failure.ts';

/** By the name of the field. */
export type Problems = Readonly<Record<string, string>>;

export interface FormRules {
  /** What can be told before anything is sent. */
  readonly check: (fields: Readonly<Record<string, string>>) => Problems;
  readonly send: (fields: Readonly<Record<string, string>>) => Promise<void>;
  /** The field that a refusal of the service is about, and its words; null: none of them. */
  readonly problemOf?: (error: AssayError) => Problems | null;
}

export interface Form {
  readonly problems: Problems;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

export function useForm({ check, send, problemOf = () => null }: FormRules): Form {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);

  const show = (form: HTMLFormElement, found: Problems) => {
    setProblems(found);
    const first = [...form.elements].find((element) => (element as HTMLInputElement).name in found);
    (first as HTMLInputElement | undefined)?.focus();
  };
  const run = async (form: HTMLFormElement) => {
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const found = check(fields);
    setFailure(null);
    show(form, found);
    if (Object.keys(found).length > 0) return;
    running.current = true;
    setBusy(true);
    try {
      await send(fields);
    } catch (error) {
      const ofFields = error instanceof AssayError ? problemOf(error) : null;
      if (ofFields) show(form, ofFields);
      else setFailure(failureOf(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    problems,
    failure,
    isBusy,
    onSubmit: (event) => {
      event.preventDefault();
      if (!running.current) void run(event.currentTarget);
    },
  };
}
