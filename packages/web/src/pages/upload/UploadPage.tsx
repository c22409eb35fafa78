import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { DropVeil } from '../../shared/DropVeil.tsx';
import { useService } from '../../session/useService.ts';
import { Awaited } from '../../shared/form/Awaited.tsx';
import { ChooseButton } from '../../shared/ChooseButton.tsx';
import { bytesText } from '../../shared/format.ts';
import { PictureIcon } from '../../shared/icons.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { usePageFiles } from '../../shared/usePageFiles.ts';
import { DEFAULT_CHOICES, recipientsOf, uploadOptions } from './options.ts';
import { OptionsForm } from './parts/OptionsForm.tsx';
import { UploadRow } from './parts/UploadRow.tsx';
import { isSendable, isUnderWay, type Upload } from './uploads.ts';
import { useUploads } from './useUploads.ts';

/** Keeps the place of what the service takes. */
const USUAL_BYTES_MAX = 50_000_000;

/** Registers pictures: chosen or dropped, many at once. */
export function UploadPage() {
  const t = useTranslate();
  const bytesMax = useService().data?.upload_bytes_max ?? null;
  const { uploads, choose, send, cancel, remove } = useUploads(bytesMax);
  const [choices, setChoices] = useState(DEFAULT_CHOICES);
  const dragging = usePageFiles(choose);
  const sendable = uploads.filter((upload) => upload.state === 'ready');
  const done = uploads.filter(({ state }) => state === 'done').length;
  const sendAll = (wanted: readonly Upload[]) => send(wanted, uploadOptions(choices), recipientsOf(choices));
  return (
    <>
      <PageHeading title={t('upload.title')} />
      <DropVeil isShown={dragging} words={t('upload.drop')} />
      <p role="status" className="visually-hidden">
        {uploads.length > 0 && !uploads.some(isUnderWay) && done > 0 ? t.plural('upload.doneCount', done) : ''}
      </p>
      <div className="upload-page">
        <DropZone bytesMax={bytesMax} isFirst={uploads.length === 0} onFiles={choose} />
        <OptionsForm choices={choices} onChange={setChoices} />
      </div>
      {uploads.length > 0 && (
        <section className="uploads" aria-labelledby="uploads-heading">
          <h2 id="uploads-heading">{t('upload.list')}</h2>
          {sendable.length > 0 && (
            <button type="button" className="button button-primary" onClick={() => sendAll(sendable)}>
              {t.plural('upload.send', sendable.length)}
            </button>
          )}
          <ul className="rows">
            {uploads.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                onCancel={() => cancel(upload.id)}
                onRemove={() => remove(upload.id)}
                onRetry={isSendable(upload) ? () => sendAll([upload]) : null}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface DropZoneProps {
  readonly bytesMax: number | null;
  /** Nothing is chosen so far. */
  readonly isFirst: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function DropZone({ bytesMax, isFirst, onFiles }: DropZoneProps) {
  const t = useTranslate();
  return (
    <div className="drop-zone">
      <PictureIcon />
      <div className="buttons">
        <ChooseButton
          label={t('upload.choose')}
          className={isFirst ? 'button button-primary' : 'button'}
          multiple
          onFiles={onFiles}
        />
        <ChooseButton label={t('upload.chooseFolder')} className="button" folder onFiles={onFiles} />
      </div>
      <p className="drop-hint">{t('upload.hint')}</p>
      <p className="small">
        {t('start.types')}
        <Awaited isKnown={bytesMax !== null}>
          ; {t('upload.sizeMax', { size: bytesText(bytesMax ?? USUAL_BYTES_MAX, t.locale) })}
        </Awaited>
      </p>
      <p className="small">
        <Link to={ADDRESS.imports}>{t('upload.import')}</Link>
      </p>
    </div>
  );
}
