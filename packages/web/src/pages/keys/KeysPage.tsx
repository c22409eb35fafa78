import type { MadeApiKey } from '@assay/sdk/types';
import { useRef, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { useApiKeys } from '../../session/useApiKeys.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { KeyRow } from './parts/KeyRow.tsx';
import { NewKey } from './parts/NewKey.tsx';
import { ShownOnce } from './parts/ShownOnce.tsx';

/** Credentials of programs: made, shown once, replaced, revoked. */
export function KeysPage() {
  const t = useTranslate();
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const form = useRef<HTMLElement>(null);
  const keys = useApiKeys();
  return (
    <>
      <PageHeading title={t('keys.title')} />
      <div className="sections">
        <p>{t('keys.text')}</p>
        {made && <ShownOnce made={made} onDone={() => setMade(null)} />}
        {!made && (
          <button
            type="button"
            className="button button-primary"
            onClick={() => form.current?.querySelector('input')?.focus()}
          >
            {t('newKey.title')}
          </button>
        )}
        <section aria-labelledby="keys-heading">
          <h2 id="keys-heading">{t('keys.list')}</h2>
          <QueryState query={keys}>
            {({ items }) =>
              items.length === 0 ? (
                <p>{t('keys.none')}</p>
              ) : (
                <ul className="rows">
                  {items.map((key) => (
                    <KeyRow key={key.id} apiKey={key} onMade={setMade} />
                  ))}
                </ul>
              )
            }
          </QueryState>
        </section>
        {!made && <NewKey ref={form} onMade={setMade} />}
      </div>
    </>
  );
}
