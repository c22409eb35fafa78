import type { MadeApiKey } from '@assay/sdk/types';
import { useTranslate } from '../../../i18n/translate.ts';
import { SecretNote } from '../../../shared/SecretNote.tsx';

/** The key itself, and a command that works with it. */
export function ShownOnce({ made, onDone }: { made: MadeApiKey; onDone: () => void }) {
  const t = useTranslate();
  const command = `curl -H "X-API-Key: ${made.key}" -F file=@picture.jpg ${window.location.origin}/v1/verify/`;
  return (
    <SecretNote
      title={t('madeKey.title', { name: made.name })}
      text={t('madeKey.text')}
      secret={made.key}
      onDone={onDone}
    >
      <p>{t('madeKey.try')}</p>
      <p className="secret">
        <code>{command}</code>
      </p>
    </SecretNote>
  );
}
