import type { MasterKey, Organization } from '@assay/sdk/types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { wholeList } from '../../../api/wholeList.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { timeText } from '../../../shared/format.ts';
import { QueryState } from '../../../shared/QueryState.tsx';
import { SureButton } from '../../../shared/SureButton.tsx';

/** The public keys with which commitments and histories of the organization are signed. */
export function SigningKeys({ organization }: { organization: Organization }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const path = `/v1/organizations/${organization.id}/keys`;
  const queryKey = ['signing keys', organization.id];
  const keys = useQuery({
    queryKey,
    queryFn: ({ signal }) => wholeList<MasterKey>(connection, path, signal),
  });
  const rotate = useMutation({
    mutationFn: () => connection.json<MasterKey>({ method: 'POST', path: `${path}/rotate`, creates: true }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <section aria-labelledby="signing-keys-heading">
      <h2 id="signing-keys-heading">{t('signingKeys.title')}</h2>
      <p>{t('signingKeys.text')}</p>
      <QueryState query={keys}>
        {({ items }) => (
          <ul className="rows">
            {items.map((key) => (
              <li key={key.kid} className="row">
                <div>
                  <h3>{t('signingKeys.version', { version: key.version })}</h3>
                  <p className="small">
                    {key.algorithm} · <code>{key.kid}</code>
                  </p>
                </div>
                <span className="tag">
                  {key.retired_at === null
                    ? t('signingKeys.present')
                    : t('signingKeys.retired', { time: timeText(key.retired_at, t.locale) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {organization.role === 'owner' && (
        <div className="buttons">
          <SureButton
            mutation={rotate}
            words={t('signingKeys.rotate')}
            sureWords={t('signingKeys.rotateSure')}
            of={organization.name}
          />
        </div>
      )}
    </section>
  );
}
