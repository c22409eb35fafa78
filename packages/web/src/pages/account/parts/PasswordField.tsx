import { useTranslate } from '../../../i18n/translate.ts';
import { useService } from '../../../session/useService.ts';
import { Field } from '../../../shared/form/Field.tsx';

interface PasswordFieldProps {
  readonly name?: string;
  readonly label?: string;
  /** One that is chosen now, so what makes it good enough is said. */
  readonly isNew?: boolean;
}

export function PasswordField({ name = 'password', label, isNew = false }: PasswordFieldProps) {
  const t = useTranslate();
  const count = useService().data?.password_chars_min;
  return (
    <Field
      label={label ?? t('account.password')}
      name={name}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      hint={isNew && count !== undefined ? t('account.password.hint', { count }) : undefined}
    />
  );
}
