import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { pictureAddress, pictureFrom } from '../fromWeb.ts';

/** A picture by its address. The browser fetches it, never the service, which must not be led to other machines. */
export function FromWeb({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useTranslate();
  const form = useForm({
    check: ({ address = '' }) => (pictureAddress(address) ? {} : { address: t('fromWeb.wrong') }),
    send: async ({ address = '' }) => {
      const url = pictureAddress(address);
      if (url) onFiles([await pictureFrom(url)]);
    },
    problemOf: () => ({ address: t('fromWeb.refused') }),
  });
  return (
    <Form form={form} submit={t('fromWeb.check')}>
      <Field label={t('fromWeb.address')} name="address" type="url" autoComplete="off" hint={t('fromWeb.hint')} />
    </Form>
  );
}
