import type { Invitation, Organization } from '@assay/sdk/types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { wholeList } from '../../../api/wholeList.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { addressProblem } from '../../../shared/form/addressProblem.ts';
import { dayText } from '../../../shared/format.ts';
import { EmailField } from '../../../shared/form/EmailField.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { QueryState } from '../../../shared/QueryState.tsx';
import { SelectField } from '../../../shared/form/SelectField.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { rolesToGive } from '../roles.ts';

/** Who is invited and has not come yet, and the form that invites. */
export function Invitations({ organization }: { organization: Organization }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const path = `/v1/organizations/${organization.id}/invitations`;
  const queryKey = ['invitations', organization.id];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => wholeList<Invitation>(connection, path, signal),
  });
  const form = useForm({
    check: (fields) => addressProblem(fields, t),
    send: async ({ email = '', role }) => {
      await connection.json({ method: 'POST', path, json: { email: email.trim(), role }, creates: true });
      await queries.invalidateQueries({ queryKey });
    },
  });
  return (
    <section aria-labelledby="invitations-heading">
      <h2 id="invitations-heading">{t('organization.invitations')}</h2>
      <p>{t('organization.inviteText')}</p>
      {isFull(organization, list.data?.items ?? []) && <p>{t('organization.noRoom')}</p>}
      <Form form={form} submit={t('organization.invite')}>
        <EmailField isOwn={false} />
        <SelectField
          label={t('organization.role')}
          name="role"
          defaultValue="editor"
          options={rolesToGive(organization.role).map((role) => [role, t(`role.${role}`)] as const)}
        />
      </Form>
      <QueryState query={list}>
        {({ items }) => (
          <ul className="rows">
            {items.filter(isOpen).map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} path={path} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}

const isOpen = ({ accepted_at, revoked_at, expires_at }: Invitation): boolean =>
  accepted_at === null && revoked_at === null && Date.parse(expires_at) > Date.now();

/** Open invitations keep a place. */
const isFull = ({ max_users, members_count }: Organization, invitations: readonly Invitation[]): boolean =>
  max_users !== null && members_count + invitations.filter(isOpen).length >= max_users;

function InvitationRow({ invitation, path }: { invitation: Invitation; path: string }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => connection.answer({ method: 'DELETE', path: `${path}/${invitation.id}` }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invitations', invitation.organization_id] }),
  });
  const role = t(`role.${invitation.role}`);
  return (
    <li className="row">
      <div>
        <h3>{invitation.email}</h3>
        <p className="small">{t('organization.invited', { role, day: dayText(invitation.expires_at, t.locale) })}</p>
      </div>
      <ActionButton mutation={withdraw}>
        {t('organization.withdrawInvitation')}
        <span className="visually-hidden"> {invitation.email}</span>
      </ActionButton>
    </li>
  );
}
