import type { Organization } from '@assay/sdk/types';
import { useTranslate } from '../../../i18n/translate.ts';
import { useChooseOrganization } from '../../../session/useOrganization.ts';

interface OrganizationListProps {
  readonly organizations: readonly Organization[];
  readonly actingId: string | undefined;
}

export function OrganizationList({ organizations, actingId }: OrganizationListProps) {
  const t = useTranslate();
  const choose = useChooseOrganization();
  return (
    <section aria-labelledby="yours-heading">
      <h2 id="yours-heading">{t('organization.yours')}</h2>
      <p>{t('organization.yoursText')}</p>
      <ul className="rows">
        {organizations.map((one) => (
          <li key={one.id} className="row">
            <div>
              <h3>{one.name}</h3>
              <p className="small">
                {t(`role.${one.role}`)}
                {one.is_personal && ` · ${t('organization.personal')}`}
              </p>
            </div>
            {one.id === actingId ? (
              <span className="tag">{t('organization.acting')}</span>
            ) : (
              <button type="button" className="button" onClick={() => void choose(one)}>
                {t('organization.work')}
                <span className="visually-hidden"> {one.name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
