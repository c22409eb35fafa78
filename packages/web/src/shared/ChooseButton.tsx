import { useId, useRef } from 'react';
import { ACCEPT_ATTRIBUTE } from './failure.ts';

interface ChooseButtonProps {
  readonly label: string;
  /** What is chosen, for screen readers, where a page has several of them. */
  readonly what?: string;
  readonly className: string;
  readonly multiple?: boolean;
  /** Whole folders, with the folders in them. */
  readonly folder?: boolean;
  /** What the dialogue offers; pictures unless something else is said. */
  readonly accept?: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the file dialogue; the input itself stays out of sight and out of the tab order. */
export function ChooseButton({
  label,
  what,
  className,
  multiple = false,
  folder = false,
  accept = ACCEPT_ATTRIBUTE,
  onFiles,
}: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        {label}
        {what !== undefined && <span className="visually-hidden"> {what}</span>}
      </button>
      <input
        ref={input}
        id={id}
        type="file"
        multiple={multiple}
        {...(folder ? { webkitdirectory: '' } : {})}
        accept={accept}
        aria-label={what === undefined ? label : `${label} ${what}`}
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = ''; // so that choosing the same file again is a change again
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
