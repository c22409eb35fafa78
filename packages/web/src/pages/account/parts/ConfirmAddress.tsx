import { useMutation } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';

/** Until the address is confirmed; the mail may have been lost. */
export function ConfirmAddress({ email }: { email: string }) {
  const t = useTranslate();
  const resend = useMutation({
    mutationFn: () =>
      connection.answer({ method: 'POST', path: '/v1/auth/resend-verification', json: { email }, authorized: false }),
  });
  return (
    <section className="note">
      <h2>{t('confirm.title')}</h2>
      <p>{t('confirm.text', { email })}</p>
      {resend.isSuccess ? (
        <p role="status">{t('confirm.sent')}</p>
      ) : (
        <ActionButton mutation={resend}>{t('confirm.resend')}</ActionButton>
      )}
    </section>
  );
}
