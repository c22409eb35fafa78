import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../api/api.ts';
import { wholeList } from '../../api/wholeList.ts';
import type { NewShareLink, ShareLink } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ActionButton } from '../ActionButton.tsx';
import { Form } from '../form/Form.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { useForm } from '../form/useForm.ts';
import { timeText } from '../format.ts';
import { QueryState } from '../QueryState.tsx';
import { LinkTools } from './LinkTools.tsx';

const DAY_S = 24 * 60 * 60;
const LIFETIMES = { day: DAY_S, month: 30 * DAY_S, never: null } as const;
const LIFETIME_NAMES = ['day', 'month', 'never'] as const satisfies readonly (keyof typeof LIFETIMES)[];

/** Public links to one thing: made, shown once, revoked. @param path of its links in the API */
export function ShareLinks({ path }: { path: string }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [made, setMade] = useState<NewShareLink | null>(null);
  const links = useQuery({
    queryKey: ['shares', path],
    queryFn: ({ signal }) => wholeList<ShareLink>(connection, path, signal),
  });
  const form = useForm({
    check: () => ({}),
    send: async ({ lifetime }) => {
      const json = { expires_in: LIFETIMES[lifetime as keyof typeof LIFETIMES] };
      setMade(await connection.json<NewShareLink>({ method: 'POST', path, json, creates: true }));
      await queries.invalidateQueries({ queryKey: ['shares', path] });
    },
  });
  return (
    <>
      <p>{t('share.text')}</p>
      <Form form={form} submit={t('share.do')}>
        <SelectField
          label={t('share.lifetime')}
          name="lifetime"
          defaultValue="month"
          options={LIFETIME_NAMES.map((id) => [id, t(`share.lifetime.${id}`)] as const)}
        />
      </Form>
      {made && (
        <div className="note" role="status">
          <h3>{t('share.made')}</h3>
          <LinkTools url={made.url} />
        </div>
      )}
      <QueryState query={links}>
        {({ items }) => (
          <LinkList
            path={path}
            links={items.filter(isOpen)}
            onRevoked={(id) => {
              if (id === made?.id) setMade(null);
            }}
          />
        )}
      </QueryState>
    </>
  );
}

const isOpen = ({ revoked_at, expires_at }: ShareLink): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > Date.now());

interface LinkListProps {
  readonly path: string;
  readonly links: readonly ShareLink[];
  readonly onRevoked: (id: string) => void;
}

function LinkList({ path, links, onRevoked }: LinkListProps) {
  const t = useTranslate();
  if (links.length === 0) return null;
  return (
    <div>
      <h3>{t('share.links')}</h3>
      <ul className="rows">
        {links.map((link) => (
          <LinkRow key={link.id} link={link} path={path} onRevoked={onRevoked} />
        ))}
      </ul>
    </div>
  );
}

function LinkRow({ link, path, onRevoked }: Omit<LinkListProps, 'links'> & { readonly link: ShareLink }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => connection.answer({ method: 'DELETE', path: `${path}/${link.id}` }),
    onSuccess: async () => {
      onRevoked(link.id);
      await queries.invalidateQueries({ queryKey: ['shares', path] });
    },
  });
  const time = timeText(link.created_at, t.locale);
  const words =
    link.expires_at === null
      ? t('share.link', { time })
      : t('share.linkUntil', { time, end: timeText(link.expires_at, t.locale) });
  return (
    <li className="row">
      <div>{words}</div>
      <ActionButton mutation={revoke}>
        {t('share.revoke')}
        <span className="visually-hidden"> {words}</span>
      </ActionButton>
    </li>
  );
}
