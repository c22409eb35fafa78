import type { OperatorView } from '@assay/sdk/types';
import { useTranslate } from '../../i18n/translate.ts';

type Count = keyof OperatorView['waiting'] | keyof OperatorView['failed'] | keyof OperatorView['index'];

/** Numbers as a table, those above nothing set apart where they are bad news. */
export function CountTable({
  part,
  counts,
}: {
  part: 'waiting' | 'failures' | 'index';
  counts: Readonly<Partial<Record<Count, number>>>;
}) {
  const t = useTranslate();
  const numbers = new Intl.NumberFormat(t.locale);
  const rows = (Object.entries(counts) as [Count, number][]).map(([name, count]) => ({
    word: part === 'index' && name === 'fingerprints' ? ('indexed' as const) : name,
    count,
  }));
  return (
    <section aria-labelledby={`${part}-heading`}>
      <h2 id={`${part}-heading`}>{t(`operator.${part}`)}</h2>
      <p>{t(`operator.${part}Text`)}</p>
      <table className="counts" aria-labelledby={`${part}-heading`}>
        <thead>
          <tr>
            <th scope="col">{t('operator.what')}</th>
            <th scope="col">{t('operator.number')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ word, count }) => (
            <tr key={word}>
              <th scope="row">{t(`operator.n.${word}`)}</th>
              <td>
                {part === 'failures' && count > 0 ? <strong>{numbers.format(count)}</strong> : numbers.format(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
