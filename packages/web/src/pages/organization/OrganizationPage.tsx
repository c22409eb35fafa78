import { useTranslate } from '../../i18n/translate.ts';
import { isAdministrator } from '../../session/useMembers.ts';
import { useActingId, useOrganizations } from '../../session/useOrganization.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { AuditLog } from './parts/AuditLog.tsx';
import { Invitations } from './parts/Invitations.tsx';
import { LeaveOrganization } from './parts/LeaveOrganization.tsx';
import { MemberList } from './parts/MemberList.tsx';
import { NewOrganization } from './parts/NewOrganization.tsx';
import { OrganizationList } from './parts/OrganizationList.tsx';
import { Settings } from './parts/Settings.tsx';
import { SigningKeys } from './parts/SigningKeys.tsx';

/** Where one works, who else does, and who is invited. */
export function OrganizationPage() {
  const t = useTranslate();
  const organizations = useOrganizations();
  const actingId = useActingId();
  return (
    <>
      <PageHeading title={t('organization.title')} />
      <QueryState query={organizations}>
        {({ items }) => {
          const chosen = items.find(({ id }) => id === actingId);
          const mayManage = isAdministrator(chosen);
          return (
            <div className="sections">
              <OrganizationList organizations={items} actingId={actingId} />
              {chosen && <MemberList organization={chosen} mayManage={mayManage} />}
              {chosen && mayManage && <Invitations organization={chosen} />}
              {chosen && mayManage && <Settings key={`settings ${chosen.id}`} organization={chosen} />}
              {chosen && <SigningKeys organization={chosen} />}
              {chosen && mayManage && <AuditLog key={`log ${chosen.id}`} organization={chosen} />}
              <NewOrganization />
              {chosen && <LeaveOrganization organization={chosen} />}
            </div>
          );
        }}
      </QueryState>
    </>
  );
}
