import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { blobFromBase64, colourTamperMap } from '../tamperOverlay.ts';

interface TamperMapCanvasProps {
  /** PNG, 8-bit grey. */
  readonly base64: string;
  /** 0..1, of the whole overlay. */
  readonly opacity: number;
  /** Without a picture under it the map gives the stage its size. */
  readonly alone: boolean;
  /** What a screen reader says of it; default that of the tamper map. */
  readonly label?: string;
}

/** The coloured map, stretched over the picture, whose aspect it has. */
export function TamperMapCanvas({ base64, opacity, alone, label }: TamperMapCanvasProps) {
  const t = useTranslate();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    setBroken(false);
    draw(base64, canvas).catch(() => isCurrent && setBroken(true));
    return () => {
      isCurrent = false;
    };
  }, [base64]);
  if (broken) return <p className="picture-missing">{t('picture.map.broken')}</p>;
  return (
    <canvas
      ref={canvas}
      className={alone ? 'tamper-map tamper-map-alone' : 'tamper-map'}
      style={{ opacity }}
      role="img"
      aria-label={label ?? t('picture.map.alt')}
    />
  );
}

async function draw(base64: string, canvas: { readonly current: HTMLCanvasElement | null }): Promise<void> {
  const bitmap = await createImageBitmap(blobFromBase64(base64, 'image/png'));
  const target = canvas.current;
  if (!target) return;
  target.width = bitmap.width;
  target.height = bitmap.height;
  const context = target.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, target.width, target.height);
  colourTamperMap(pixels.data);
  context.putImageData(pixels, 0, 0);
}
