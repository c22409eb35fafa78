import type { WebhookWithSecret } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { SecretNote } from '../../../shared/SecretNote.tsx';

/** What tells the receiver that a message came from here. */
export function ShownSecret({ made, onDone }: { made: WebhookWithSecret; onDone: () => void }) {
  const t = useTranslate();
  return (
    <SecretNote
      title={t('webhookSecret.title')}
      text={t('webhookSecret.text', { url: made.url })}
      secret={made.secret}
      onDone={onDone}
    />
  );
}
