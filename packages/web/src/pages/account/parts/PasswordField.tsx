import { useTranslate } from '../../../i18n/translate.ts';
import { useService } from '../../../session/useService.ts';
import { Awaited } from '../../../shared/form/Awaited.tsx';
import { Field } from '../../../shared/form/Field.tsx';

/** Keeps the place of what the service asks for. */
const USUAL_CHARS_MIN = 8;

interface PasswordFieldProps {
  readonly name?: string;
  readonly label?: string;
  /** One that is chosen now, so what makes it good enough is said. */
  readonly isNew?: boolean;
}

export function PasswordField({ name = 'password', label, isNew = false }: PasswordFieldProps) {
  const t = useTranslate();
  const count = useService().data?.password_chars_min;
  const hint = (
    <Awaited isKnown={count !== undefined}>{t('account.password.hint', { count: count ?? USUAL_CHARS_MIN })}</Awaited>
  );
  return (
    <Field
      label={label ?? t('account.password')}
      name={name}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      hint={isNew ? hint : undefined}
    />
  );
}
