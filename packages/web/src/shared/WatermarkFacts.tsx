import type { TrackId } from '@assay/sdk/tracks';
import type { Asset } from '@assay/sdk/types';
import { useTranslate } from '../i18n/translate.ts';

interface WatermarkFactsProps {
  readonly watermark: NonNullable<Asset['watermark']>;
  /** Those that were read back. */
  readonly tracks: readonly TrackId[];
}

/** What the marks did to the picture, in numbers and in words. */
export function WatermarkFacts({ watermark, tracks }: WatermarkFactsProps) {
  const t = useTranslate();
  const decimal = (value: number, digits: number) =>
    new Intl.NumberFormat(t.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  const names = tracks.map((id) => id.toUpperCase());
  const { psnr_db: psnr, ssim, delta_e: deltaE, robustness_score: robustness } = watermark;
  const visibility = visibilityOf(psnr ?? 0);
  const seen = seenAs(deltaE ?? 0);
  return (
    <dl className="facts">
      <dt>{t('quality.tracks')}</dt>
      <dd>{names.length > 0 ? new Intl.ListFormat(t.locale).format(names) : t('quality.noTrack')}</dd>
      <dt>{t('quality.psnr')}</dt>
      <dd>{psnr === null ? t('quality.identical') : t(`quality.psnr.${visibility}`, { db: decimal(psnr, 1) })}</dd>
      {ssim !== null && (
        <>
          <dt>{t('quality.ssim')}</dt>
          <dd>{decimal(ssim, 4)}</dd>
        </>
      )}
      {deltaE !== null && (
        <>
          <dt>{t('quality.deltaE')}</dt>
          <dd>
            {decimal(deltaE, 1)} ΔE, {t(`quality.deltaE.${seen}`)}
          </dd>
        </>
      )}
      {robustness !== null && (
        <>
          <dt>{t('quality.robustness')}</dt>
          <dd>{new Intl.NumberFormat(t.locale, { style: 'percent' }).format(robustness)}</dd>
        </>
      )}
    </dl>
  );
}

/** Above 40 dB a difference is commonly taken as invisible, below 34 dB as visible to who looks for it. */
const visibilityOf = (psnrDb: number): 'invisible' | 'faint' | 'visible' =>
  psnrDb >= 40 ? 'invisible' : psnrDb >= 34 ? 'faint' : 'visible';

/** A CIEDE2000 of 1 is about what is just told apart side by side; below 2.3 who does not compare sees nothing (Mahy et al. 1994). */
const seenAs = (deltaE: number): 'none' | 'compared' | 'seen' =>
  deltaE < 1 ? 'none' : deltaE < 2.3 ? 'compared' : 'seen';
