import { useTranslate } from '../../../i18n/translate.ts';
import { isExactFile } from '../evidenceRows.ts';
import { RemovalTrace } from '../map/RemovalTrace.tsx';
import { ComparePictures } from './ComparePictures.tsx';
import { PicturePanel } from './PicturePanel.tsx';
import { PresencePanel } from './PresencePanel.tsx';
import { Result, type ResultProps } from './Result.tsx';

interface PictureResultProps extends Omit<ResultProps, 'name' | 'file' | 'pictures'> {
  readonly file: File;
}

/** A result while its picture is at hand. The service keeps none, so who opens a result later loads nothing of this. */
export function PictureResult({ file, ...props }: PictureResultProps) {
  const t = useTranslate();
  const { result } = props;
  // The service draws an empty map of it, which would come with controls for nothing.
  const drawn = isExactFile(result) ? { ...result, tamper_map: null } : result;
  return (
    <Result
      {...props}
      name={file.name}
      file={file}
      pictures={{
        panel: <PicturePanel file={file} result={drawn} noMap={t(`picture.noMap.${result.verdict}`)} />,
        presence: (
          <>
            {result.mark_removal && <RemovalTrace found={result.mark_removal} />}
            <PresencePanel file={file} result={result} />
          </>
        ),
        compare: (preview) => (
          <>
            <ComparePictures file={file} original={preview} changes={result.metadata.modifications} />
            <p className="small">{t('compare.note')}</p>
          </>
        ),
      }}
    />
  );
}
