import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { bytesText } from '../../../shared/format.ts';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';
import { NearDuplicates } from '../../asset/parts/NearDuplicates.tsx';
import type { CopyOutcome, Upload } from '../uploads.ts';
import { Quality } from './Quality.tsx';

interface UploadRowProps {
  readonly upload: Upload;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
  /** Null if another try with the same file is useless, or none was made. */
  readonly onRetry: (() => void) | null;
}

export function UploadRow({ upload, onCancel, onRemove, onRetry }: UploadRowProps) {
  const t = useTranslate();
  const preview = useObjectUrl(upload.file);
  const { name, size } = upload.file;
  return (
    <li className="row upload-row" data-state={upload.state}>
      <div className="upload-picture">{preview && <img src={preview} alt="" />}</div>
      <div className="upload-words">
        <h3>{name}</h3>
        <p className="small">
          {bytesText(size, t.locale)} · {t(`upload.state.${upload.state}`)}
        </p>
        <UploadFacts upload={upload} t={t} />
      </div>
      <div className="buttons">
        {(upload.state === 'waiting' || upload.state === 'sending' || upload.state === 'marking') && (
          <button type="button" className="button" onClick={onCancel}>
            {t('upload.cancel')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {upload.state === 'failed' && onRetry && (
          <button type="button" className="button" onClick={onRetry}>
            {t('failure.retry')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {(upload.state === 'ready' || upload.state === 'failed') && (
          <button type="button" className="button" onClick={onRemove}>
            {t('upload.remove')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

/** One line for each recipient whose copy was tried. */
function CopiesMade({ copies, t }: { copies: readonly CopyOutcome[]; t: Translate }) {
  return (
    <ul className="copies-made" aria-live="polite">
      {copies.map(({ recipient, failure }) => (
        <li key={recipient} className={failure ? 'field-problem' : 'small'}>
          {failure
            ? t('upload.copyFailed', { recipient, reason: failure.detail ?? t(`failure.${failure.kind}.title`) })
            : t('upload.copyMade', { recipient })}
        </li>
      ))}
    </ul>
  );
}

/** What there is to say at this point. */
function UploadFacts({ upload, t }: { upload: Upload; t: Translate }) {
  switch (upload.state) {
    case 'ready':
      return upload.duplicateId === null ? null : (
        <p className="field-problem">
          {t('upload.duplicate')}{' '}
          <Link to={ADDRESS.asset} params={{ assetId: upload.duplicateId }}>
            {t('upload.seeDuplicate')}
          </Link>
        </p>
      );
    case 'waiting':
      return null;
    case 'sending':
      return <progress aria-label={upload.file.name} value={upload.sentFraction} max={1} />;
    case 'marking':
      return <progress aria-label={upload.file.name} />;
    case 'failed':
      return (
        <div className="field-problem">
          <p>
            <strong>{t(`failure.${upload.failure.kind}.title`)}.</strong> {t(`failure.${upload.failure.kind}.action`)}
          </p>
          {upload.failure.detail && (
            <p>
              {t('failure.serverSaid')} <q lang="en">{upload.failure.detail}</q>
            </p>
          )}
        </div>
      );
    case 'done':
      return (
        <>
          <Quality asset={upload.asset} file={upload.file} />
          <NearDuplicates asset={upload.asset} isNew />
          <CopiesMade copies={upload.copies} t={t} />
        </>
      );
  }
}
