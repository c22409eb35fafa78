import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import type { ImportFile } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import type { FailureKind } from '../../../shared/failure.ts';
import { bytesText } from '../../../shared/format.ts';

/** What refusals of files mostly are; of any other the service's own sentence says more. */
const KINDS: Readonly<Partial<Record<string, FailureKind>>> = {
  FILE_TOO_LARGE: 'tooLarge',
  INVALID_FILE_TYPE: 'wrongType',
  QUOTA_EXCEEDED: 'quota',
};

/** What became of one file, with the way to its picture or the reason why there is none. */
export function ImportFileRow({ file }: { file: ImportFile }) {
  const t = useTranslate();
  const assetId = file.duplicate_of ?? file.asset_id;
  return (
    <li className="row">
      <div>
        <h3 className="file-name">{file.name}</h3>
        <p className="small">
          {bytesText(file.size_bytes, t.locale)} · {t(`importFile.${file.state}`)}
        </p>
        {file.error && (
          <p className="field-problem">
            {t(`failure.${KINDS[file.error.error_code] ?? 'refused'}.title`)}. {t('failure.serverSaid')}{' '}
            <q lang="en">{file.error.detail}</q>
          </p>
        )}
      </div>
      {assetId && (
        <Link to={ADDRESS.asset} params={{ assetId }}>
          {t('imports.see')}
          <span className="visually-hidden"> {file.name}</span>
        </Link>
      )}
    </li>
  );
}
