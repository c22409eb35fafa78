import type { ApiKey, MadeApiKey } from '@assay/sdk/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { dayText, timeText } from '../../../shared/format.ts';
import { SureButton } from '../../../shared/SureButton.tsx';
import { scopeWords } from '../scopes.ts';

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly onMade: (made: MadeApiKey) => void;
}

const stateOf = ({ is_active, revoked_at, rotated_to_id, expires_at }: ApiKey) => {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return 'expired';
  if (rotated_to_id !== null) return 'replaced';
  return is_active ? 'active' : 'off';
};

export function KeyRow({ apiKey, onMade }: KeyRowProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  const state = stateOf(apiKey);
  const fresh = () => queries.invalidateQueries({ queryKey: ['keys'] });
  const path = `/v1/api-keys/${apiKey.id}`;
  const revoke = useMutation({
    mutationFn: () => connection.answer({ method: 'DELETE', path }),
    onSuccess: fresh,
  });
  const rotate = useMutation({
    mutationFn: () => connection.json<MadeApiKey>({ method: 'POST', path: `${path}/rotate`, creates: true }),
    onSuccess: async (made) => {
      await fresh();
      onMade(made);
    },
  });
  const scopes = apiKey.scopes.map((scope) => scopeWords(scope, t));
  return (
    <li className="row">
      <div>
        <h3>
          {apiKey.name} <span className={state === 'active' ? 'tag' : 'tag tag-warning'}>{t(`keyState.${state}`)}</span>
        </h3>
        <p className="small">
          <code>{apiKey.key}</code> · {scopes.join(' · ')}
        </p>
        <p className="small">
          {t('keys.made', { day: dayText(apiKey.created_at, t.locale) })}{' '}
          {apiKey.last_used_at
            ? t('keys.used', { time: timeText(apiKey.last_used_at, t.locale) })
            : t('keys.neverUsed')}{' '}
          {apiKey.expires_at && t('keys.ends', { day: dayText(apiKey.expires_at, t.locale) })}
        </p>
      </div>
      {state !== 'revoked' && state !== 'expired' && (
        <div className="buttons">
          {state !== 'replaced' && (
            <ActionButton mutation={rotate}>
              {t('keys.rotate')}
              <span className="visually-hidden"> {apiKey.name}</span>
            </ActionButton>
          )}
          <SureButton mutation={revoke} words={t('keys.revoke')} sureWords={t('keys.revokeSure')} of={apiKey.name} />
        </div>
      )}
    </li>
  );
}
