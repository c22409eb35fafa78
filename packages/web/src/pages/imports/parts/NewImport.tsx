import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ADDRESS } from '../../../addresses.ts';
import { connection } from '../../../api/api.ts';
import type { Import } from '../../../api/types.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { useService } from '../../../session/useService.ts';
import { ChooseButton } from '../../../shared/ChooseButton.tsx';
import { DropVeil } from '../../../shared/DropVeil.tsx';
import { Awaited } from '../../../shared/form/Awaited.tsx';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { tagsOf } from '../../../shared/form/tagsOf.ts';
import { useForm } from '../../../shared/form/useForm.ts';
import { bytesText } from '../../../shared/format.ts';
import { usePageFiles } from '../../../shared/usePageFiles.ts';

/** Keeps the place of what the service takes. */
const USUAL_BYTES_MAX = 10_000_000_000;

const ARCHIVE = /\.(?:zip|car)$/i;

/** An archive, or a folder that the operator named; what cannot be taken is said before it is sent. */
export function NewImport() {
  const t = useTranslate();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const bytesMax = useService().data?.import_bytes_max ?? null;
  const [archive, setArchive] = useState<File | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const choose = ([file]: readonly File[]) => setArchive(file ?? null);
  const dragging = usePageFiles(choose);
  const form = useForm({
    check: ({ prefix = '' }) => {
      const problem = archive ? problemOf(archive, bytesMax, t) : prefix.trim() === '' ? t('imports.missing') : null;
      return problem === null ? {} : { archive: problem };
    },
    send: async ({ prefix = '', tags = '' }) => {
      const body = new FormData();
      if (tagsOf(tags).length > 0) body.set('tags', tagsOf(tags).join(','));
      if (archive) body.set('file', archive, archive.name);
      else body.set('prefix', prefix.trim());
      try {
        const begun = await connection.json<Import>({
          method: 'POST',
          path: '/v1/assets/import',
          form: body,
          creates: true,
          onProgress: ({ sentBytes, totalBytes }) => setSent(totalBytes > 0 ? sentBytes / totalBytes : 1),
        });
        await queries.invalidateQueries({ queryKey: ['imports'] });
        await navigate({ to: ADDRESS.import, params: { importId: begun.id } });
      } finally {
        setSent(null);
      }
    },
  });
  return (
    <section aria-labelledby="new-import-heading">
      <DropVeil isShown={dragging} words={t('imports.drop')} />
      <h2 id="new-import-heading">{t('imports.new')}</h2>
      <Form form={form} submit={t('imports.start')}>
        <ArchiveField archive={archive} bytesMax={bytesMax} problem={form.problems['archive']} onFiles={choose} />
        {archive === null && (
          <details className="more">
            <summary>{t('imports.fromFolder')}</summary>
            <Field
              label={t('imports.prefix')}
              hint={t('imports.prefixHint')}
              name="prefix"
              maxLength={1000}
              autoComplete="off"
            />
          </details>
        )}
        <Field label={t('upload.tags')} hint={t('upload.tagsHint')} name="tags" autoComplete="off" />
        {sent !== null && <Sending fraction={sent} />}
      </Form>
    </section>
  );
}

interface ArchiveFieldProps {
  readonly archive: File | null;
  readonly bytesMax: number | null;
  readonly problem: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

function ArchiveField({ archive, bytesMax, problem, onFiles }: ArchiveFieldProps) {
  const t = useTranslate();
  return (
    <div className="field">
      <div className="buttons">
        <ChooseButton
          label={t(archive ? 'imports.chooseOther' : 'imports.choose')}
          className="button"
          accept=".zip,.car"
          onFiles={onFiles}
        />
      </div>
      <p role="status">{archive && `${archive.name}, ${bytesText(archive.size, t.locale)}`}</p>
      <p className="small">
        {t('imports.hint')}{' '}
        <Awaited isKnown={bytesMax !== null}>
          {t('imports.sizeMax', { size: bytesText(bytesMax ?? USUAL_BYTES_MAX, t.locale) })}
        </Awaited>
      </p>
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Once all is sent the service judges the archive before it answers, and nobody knows how long. */
function Sending({ fraction }: { fraction: number }) {
  const t = useTranslate();
  return (
    <div className="field">
      <progress aria-label={t('imports.sending')} {...(fraction < 1 ? { value: fraction, max: 1 } : {})} />
      <p className="small">{t(fraction < 1 ? 'imports.sending' : 'imports.judging')}</p>
    </div>
  );
}

function problemOf({ name, size }: File, bytesMax: number | null, t: Translate): string | null {
  if (!ARCHIVE.test(name)) return t('imports.wrongType');
  if (bytesMax === null || size <= bytesMax) return null;
  return t('imports.tooLarge', { size: bytesText(size, t.locale), max: bytesText(bytesMax, t.locale) });
}
