import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useProviders } from '../../../session/useService.ts';

/** Nothing where the operator has switched none on. */
export function ProviderLinks({ next }: { next: string }) {
  const t = useTranslate();
  const providers = useProviders();
  if (providers.length === 0) return null;
  const returnTo = `${ADDRESS.login}?${new URLSearchParams({ next })}`;
  return (
    <div className="providers">
      <p>{t('login.orWith')}</p>
      <div className="buttons">
        {providers.map(({ id, name, start_url }) => (
          <a key={id} className="button" href={`${start_url}?${new URLSearchParams({ return_to: returnTo })}`}>
            {t('login.with', { name })}
          </a>
        ))}
      </div>
    </div>
  );
}
