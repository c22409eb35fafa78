import type { Asset, Page, RecipientCopy } from '@assay/sdk/types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { bytesText, timeText } from '../../../shared/format.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { Pager } from '../../../shared/Pager.tsx';
import { QueryState } from '../../../shared/QueryState.tsx';
import { saveFile } from '../../../shared/saveFile.ts';
import { SureButton } from '../../../shared/SureButton.tsx';

/** To whom the picture was given in a copy of its own, and which of these copies turned up. */
export function Copies({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const path = `/v1/assets/${asset.id}/copies`;
  const copies = useQuery({
    queryKey: ['copies', asset.id, page],
    queryFn: ({ signal }) =>
      connection.json<Page<RecipientCopy>>({ method: 'GET', path, query: { page, page_size: 20 }, signal }),
  });
  return (
    <section aria-labelledby="copies-heading">
      <h2 id="copies-heading">{t('copies.title')}</h2>
      <p>{t('copies.text')}</p>
      <QueryState query={copies}>
        {(list) => (
          <>
            {list.items.length === 0 ? (
              <p>{t('copies.none')}</p>
            ) : (
              <ul className="rows">
                {list.items.map((copy) => (
                  <CopyRow key={copy.id} copy={copy} fileType={asset.mime_type.replace('image/', '')} />
                ))}
              </ul>
            )}
            <Pager page={list} onPage={setPage} />
            <NewCopy path={path} assetId={asset.id} onMade={() => setPage(1)} />
          </>
        )}
      </QueryState>
    </section>
  );
}

interface NewCopyProps {
  readonly path: string;
  readonly assetId: string;
  readonly onMade: () => void;
}

function NewCopy({ path, assetId, onMade }: NewCopyProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  /** New fields for each copy. */
  const [round, setRound] = useState(0);
  const [madeFor, setMadeFor] = useState('');
  const form = useForm({
    check: ({ recipient = '' }) => (recipient.trim() === '' ? { recipient: t('copies.recipientMissing') } : {}),
    send: async ({ recipient = '', note = '' }) => {
      setMadeFor('');
      const json = { recipient: recipient.trim(), note: note.trim() === '' ? null : note.trim() };
      await connection.json<RecipientCopy>({ method: 'POST', path, json, creates: true });
      setRound((before) => before + 1);
      setMadeFor(json.recipient);
      onMade();
      await queries.invalidateQueries({ queryKey: ['copies', assetId] });
      await queries.invalidateQueries({ queryKey: ['assets', assetId, 'provenance'] });
    },
  });
  return (
    <Form form={form} submit={t('copies.make')} done={madeFor === '' ? '' : t('copies.made', { recipient: madeFor })}>
      <Field
        key={`recipient ${round}`}
        label={t('copies.recipient')}
        name="recipient"
        maxLength={500}
        autoComplete="off"
      />
      <Field key={`note ${round}`} label={t('copies.note')} name="note" maxLength={2000} autoComplete="off" />
    </Form>
  );
}

function CopyRow({ copy, fileType }: { copy: RecipientCopy; fileType: string }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const download = useMutation({
    mutationFn: async () => {
      const path = `/v1/assets/${copy.asset_id}/copies/${copy.id}/download`;
      const { body } = await connection.answer({ method: 'GET', path });
      saveFile(body, `${copy.id}.${fileType === 'jpeg' ? 'jpg' : fileType}`);
    },
  });
  const remove = useMutation({
    mutationFn: () => connection.answer({ method: 'DELETE', path: `/v1/assets/${copy.asset_id}/copies/${copy.id}` }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['copies', copy.asset_id] }),
  });
  return (
    <li className="row">
      <div>
        <h3>{copy.recipient}</h3>
        <p className="small">
          {timeText(copy.created_at, t.locale)} · {bytesText(copy.size_bytes, t.locale)}
          {copy.note && ` · ${copy.note}`}
        </p>
        {copy.seen ? (
          <p className="warning-line">
            {t.plural('copies.seen', copy.seen.checks, { time: timeText(copy.seen.last_at, t.locale) })}
          </p>
        ) : (
          <p className="small">{t('copies.notSeen')}</p>
        )}
      </div>
      <ActionButton mutation={download}>
        {t('files.download')}
        <span className="visually-hidden"> {copy.recipient}</span>
      </ActionButton>
      <SureButton mutation={remove} words={t('copies.delete')} sureWords={t('copies.deleteSure')} of={copy.recipient} />
    </li>
  );
}
