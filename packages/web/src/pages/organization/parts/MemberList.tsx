import type { Member, Organization } from '@assay/sdk/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useMembers } from '../../../session/useMembers.ts';
import { useMe } from '../../../session/useSession.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { failureOf } from '../../../shared/failure.ts';
import { FailureNotice } from '../../../shared/FailureNotice.tsx';
import { QueryState } from '../../../shared/QueryState.tsx';
import { SelectField } from '../../../shared/form/SelectField.tsx';
import { rolesToGive } from '../roles.ts';

interface MemberListProps {
  readonly organization: Organization;
  readonly mayManage: boolean;
}

export function MemberList({ organization, mayManage }: MemberListProps) {
  const t = useTranslate();
  const members = useMembers(organization.id);
  return (
    <section aria-labelledby="members-heading">
      <h2 id="members-heading">{t('organization.members', { name: organization.name })}</h2>
      <QueryState query={members}>
        {({ items }) => (
          <ul className="rows">
            {items.map((member) => (
              <MemberRow key={member.user_id} member={member} own={organization.role} mayManage={mayManage} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}

interface MemberRowProps {
  readonly member: Member;
  /** Of who looks. */
  readonly own: Member['role'];
  readonly mayManage: boolean;
}

function MemberRow({ member, own, mayManage }: MemberRowProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [isSure, setSure] = useState(false);
  const isSelf = useMe().data?.id === member.user_id;
  const person = member.full_name ?? member.email;
  const path = `/v1/organizations/${member.organization_id}/members/${member.user_id}`;
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['members', member.organization_id] });
  const change = useMutation({
    mutationFn: (role: string) => connection.json({ method: 'PATCH', path, json: { role } }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: () => connection.answer({ method: 'DELETE', path }), onSuccess });
  const isMine = mayManage && !isSelf && (member.role !== 'owner' || own === 'owner');
  return (
    <li className="row">
      <div>
        <h3>{person}</h3>
        <p className="small">
          {member.email} · {t(`role.${member.role}`)}
        </p>
      </div>
      {isMine && (
        <>
          <SelectField
            label={t('organization.roleOf', { person })}
            name="role"
            value={member.role}
            onChange={(event) => change.mutate(event.currentTarget.value)}
            options={rolesToGive(own).map((role) => [role, t(`role.${role}`)] as const)}
          />
          {isSure ? (
            <ActionButton mutation={remove} look="danger">
              {t('organization.removeSure')}
              <span className="visually-hidden"> {person}</span>
            </ActionButton>
          ) : (
            <button type="button" className="button" onClick={() => setSure(true)}>
              {t('organization.remove')}
              <span className="visually-hidden"> {person}</span>
            </button>
          )}
          {change.isError && <FailureNotice failure={failureOf(change.error)} level={2} />}
        </>
      )}
    </li>
  );
}
