import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { connection } from '../../api/api.ts';
import type { Comparison } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useService } from '../../session/useService.ts';
import { ActionButton } from '../../shared/ActionButton.tsx';
import { ChooseButton } from '../../shared/ChooseButton.tsx';
import { DropVeil } from '../../shared/DropVeil.tsx';
import { failureBeforeSending } from '../../shared/failure.ts';
import { FailureNotice } from '../../shared/FailureNotice.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { useObjectUrl } from '../../shared/useObjectUrl.ts';
import { usePageFiles } from '../../shared/usePageFiles.ts';
import { ComparisonResult } from './ComparisonResult.tsx';
import { type Pair, withFiles } from './pair.ts';

interface Compared {
  readonly a: File;
  readonly b: File;
  readonly comparison: Comparison;
}

/** Two pictures held against each other, of which the service keeps neither. */
export function ComparePage() {
  const t = useTranslate();
  const bytesMax = useService().data?.upload_bytes_max ?? null;
  const [pair, setPair] = useState<Pair>({ a: null, b: null });
  const compare = useMutation({ mutationFn: async () => comparisonOf(pair) });
  const { reset } = compare;
  const change = useCallback(
    (how: (pair: Pair) => Pair) => {
      reset();
      setPair(how);
    },
    [reset],
  );
  const dragging = usePageFiles(useCallback((files) => change((before) => withFiles(before, files)), [change]));
  const failure = [pair.a, pair.b].map((file) => file && failureBeforeSending(file, bytesMax)).find(Boolean);
  return (
    <>
      <DropVeil isShown={dragging} words={t('comparePage.drop')} />
      <PageHeading title={t('comparePage.title')} />
      <p className="lead">{t('comparePage.text')}</p>
      <div className="pair">
        {(['a', 'b'] as const).map((side) => (
          <Slot
            key={side}
            label={t(`comparePage.${side}`)}
            file={pair[side]}
            onFile={(file) => change((before) => ({ ...before, [side]: file }))}
          />
        ))}
      </div>
      {failure && <FailureNotice failure={failure} level={2} />}
      <div className="buttons">
        {pair.a && pair.b && !failure ? (
          <ActionButton mutation={compare} look="primary">
            {t('comparePage.do')}
          </ActionButton>
        ) : (
          !failure && <p className="small">{t('comparePage.both')}</p>
        )}
      </div>
      {compare.data && <ComparisonResult {...compare.data} />}
    </>
  );
}

async function comparisonOf({ a, b }: Pair): Promise<Compared> {
  if (!a || !b) throw new TypeError('comparisonOf: there are not two pictures');
  const form = new FormData();
  form.set('include_tamper_map', 'true');
  form.set('a', a);
  form.set('b', b);
  const comparison = await connection.json<Comparison>({ method: 'POST', path: '/v1/verify/compare', form });
  return { a, b, comparison };
}

interface SlotProps {
  readonly label: string;
  readonly file: File | null;
  readonly onFile: (file: File) => void;
}

function Slot({ label, file, onFile }: SlotProps) {
  const t = useTranslate();
  return (
    <section className="slot" aria-label={label}>
      <h2>{label}</h2>
      {file ? <Preview file={file} /> : <p className="small">{t('comparePage.none')}</p>}
      <ChooseButton
        label={t(file ? 'comparePage.change' : 'comparePage.choose')}
        what={label}
        className="button"
        onFiles={([first]) => first && onFile(first)}
      />
    </section>
  );
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  return (
    <>
      {url && <img src={url} alt="" />}
      <p className="small">{file.name}</p>
    </>
  );
}
