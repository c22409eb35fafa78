/** The page's own icons: line drawings on a 24 x 24 grid, hidden from screen readers since words stand beside them. @module */
import type { ReactNode } from 'react';

function Icon({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

/** An assayer's mark: letter in an octagon. */
export function HallmarkIcon() {
  return (
    <Icon className="icon-hallmark">
      <path d="M7.5 1.5h9l6 6v9l-6 6h-9l-6-6v-9z" className="icon-solid" />
      <path d="M7.2 18 12 6l4.8 12M9 14.2h6" className="icon-inverse" />
    </Icon>
  );
}

export function CheckIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="10" />
      <path d="m7.5 12.5 3 3 6-7" />
    </Icon>
  );
}

/** Two halves that do not meet. */
export function BrokenIcon() {
  return (
    <Icon>
      <path d="M8.3 2h7.4L22 8.3v7.4L15.7 22H8.3L2 15.7V8.3z" />
      <path d="m8.5 8.5 7 7m0-7-7 7" />
    </Icon>
  );
}

export function UnknownIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="10" strokeDasharray="3.2 2.4" />
      <path d="M7.5 12h9" />
    </Icon>
  );
}

export function NeutralIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="10" />
      <path d="M7.5 10h9m-9 4h9" />
    </Icon>
  );
}

export function PictureIcon() {
  return (
    <Icon>
      <path d="M2.5 4.5h19v15h-19z" />
      <circle cx="8" cy="9.5" r="1.75" />
      <path d="m2.5 17 5.5-4 4 3 4.5-5 5 5" />
    </Icon>
  );
}

export function NoticeIcon() {
  return (
    <Icon>
      <path d="M12 2.5 22.5 21h-21z" />
      <path d="M12 9.5v5.5m0 2.2v.6" />
    </Icon>
  );
}
