import type { Organization } from '@assay/sdk/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { acting, connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useMe } from '../../../session/useSession.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { SureButton } from '../../../shared/SureButton.tsx';

/** Members go, owners delete it with all that is in it. The personal one goes with the account alone. */
export function LeaveOrganization({ organization }: { organization: Organization }) {
  if (organization.is_personal) return null;
  return organization.role === 'owner' ? (
    <DeleteOrganization organization={organization} />
  ) : (
    <Leave organization={organization} />
  );
}

/** Nothing of it is to be seen any more. */
function useGone() {
  const queries = useQueryClient();
  return async () => {
    acting.choose(null);
    await queries.invalidateQueries();
  };
}

function Leave({ organization }: { organization: Organization }) {
  const t = useTranslate();
  const onSuccess = useGone();
  const leave = useMutation({
    mutationFn: () => connection.answer({ method: 'POST', path: `/v1/organizations/${organization.id}/leave` }),
    onSuccess,
  });
  return (
    <section aria-labelledby="leave-heading">
      <h2 id="leave-heading">{t('leave.title')}</h2>
      <p>{t('leave.text')}</p>
      <div className="buttons">
        <SureButton mutation={leave} words={t('leave.do')} sureWords={t('leave.sure')} of={organization.name} />
      </div>
    </section>
  );
}

function DeleteOrganization({ organization }: { organization: Organization }) {
  const t = useTranslate();
  const me = useMe().data;
  const gone = useGone();
  const form = useForm({
    check: ({ slug = '', secret = '' }) => ({
      ...(slug.trim() === organization.slug
        ? {}
        : { slug: t('deleteOrganization.mismatch', { slug: organization.slug }) }),
      ...(me?.has_password && secret === '' ? { secret: t('deleteOrganization.passwordMissing') } : {}),
    }),
    send: async ({ slug = '', secret }) => {
      await connection.answer({
        method: 'DELETE',
        path: `/v1/organizations/${organization.id}`,
        json: { confirm: slug.trim(), ...(me?.has_password ? { password: secret } : {}) },
      });
      await gone();
    },
    problemOf: ({ code }) => (code === 'INVALID_CREDENTIALS' ? { secret: t('deleteOrganization.wrong') } : null),
  });
  return (
    <section aria-labelledby="delete-heading">
      <h2 id="delete-heading">{t('deleteOrganization.title')}</h2>
      <p>{t('deleteOrganization.text')}</p>
      <Form form={form} submit={t('deleteOrganization.do')} look="danger">
        <Field label={t('deleteOrganization.confirm', { slug: organization.slug })} name="slug" autoComplete="off" />
        {me?.has_password && (
          <Field
            label={t('deleteOrganization.password')}
            name="secret"
            type="password"
            autoComplete="current-password"
          />
        )}
      </Form>
    </section>
  );
}
