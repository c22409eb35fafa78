import type { ShownResult } from '../../../api/types.ts';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';
import { presenceText } from '../select.ts';
import { TamperMapCanvas } from './TamperMapCanvas.tsx';

/** Strong enough to be seen, weak enough to see what lies under it. */
const OPACITY = 0.8;

/** The second map: what the picture's own mark says of it, with its own caption, away from the comparison's map. */
export function PresencePanel({ file, result }: { file: File; result: ShownResult }) {
  const t = useTranslate();
  const url = useObjectUrl(file);
  const [cannotShow, setCannotShow] = useState(false);
  const presence = result.mark_presence;
  if (!presence) return null;
  const hasMap = presence.map !== null && presence.regions.length > 0;
  return (
    <section className="presence" aria-labelledby="presence-heading">
      <h2 id="presence-heading">{t('presence.heading')}</h2>
      <p>{presenceText(presence, t)}</p>
      {hasMap && presence.map !== null && (
        <figure>
          <div className="picture-stage">
            {url && !cannotShow && <img src={url} alt="" onError={() => setCannotShow(true)} />}
            <TamperMapCanvas base64={presence.map} opacity={OPACITY} alone={cannotShow} label={t('presence.map.alt')} />
          </div>
          <figcaption className="small">{t('presence.map.caption')}</figcaption>
        </figure>
      )}
      <p className="small">{t('presence.limits')}</p>
    </section>
  );
}
