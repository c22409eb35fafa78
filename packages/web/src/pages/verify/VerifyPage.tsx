/** The public page: pictures in, verdicts with their evidence out. @module */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { apiClient } from '../../api/client.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useIsNew, useService } from '../../session/useService.ts';
import { DropVeil } from '../../shared/DropVeil.tsx';
import { NewServiceNotice } from '../../shared/NewServiceNotice.tsx';
import { usePageFiles } from '../../shared/usePageFiles.ts';
import { CheckList } from './parts/CheckList.tsx';
import { Limits } from './parts/Limits.tsx';
import { loadResult, OneCheck } from './parts/OneCheck.tsx';
import { Start } from './parts/Start.tsx';
import { announcement, checksText, documentTitle } from './select.ts';
import { type CheckState, isRunning } from './state.ts';
import { useChecks } from './useChecks.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id of the result that is shown. */
    result?: string | null;
  }
}

/** @param isFromWeb the first picture is one of the web, which the browser fetches: that page alone may ask other sites */
export function VerifyPage({ isFromWeb = false }: { isFromWeb?: boolean }) {
  const t = useTranslate();
  const isNew = useIsNew();
  const { checks, start, retry, reset } = useChecks(apiClient, useService().data?.upload_bytes_max ?? null);
  const [chosen, setChosen] = useState<number | null>(null);
  const begin = (files: readonly File[]) => {
    setChosen(null);
    start(files);
    void loadResult(); // while the service judges
  };
  const dragging = usePageFiles(begin);
  const shown = (checks.length === 1 ? checks[0] : checks.find(({ attempt }) => attempt === chosen)) ?? null;
  usePermalink(shown, reset, isFromWeb ? ADDRESS.fromWeb : ADDRESS.verify);
  const heading = useHeadingFocus(partOf(checks, shown));

  useEffect(() => {
    document.title = documentTitle(checks, shown, t);
  }, [checks, shown, t]);

  return (
    <>
      <p role="status" className="visually-hidden">
        {shown ? announcement(shown, t) : checks.length > 0 && checksText(checks, t)}
      </p>
      <DropVeil isShown={dragging} words={t('start.drop')} />
      {checks.length === 0 && isNew && <NewServiceNotice next={ADDRESS.usage} />}
      {checks.length === 0 && <Start headingRef={heading} onFiles={begin} isFromWeb={isFromWeb} />}
      {shown && (
        <OneCheck
          headingRef={heading}
          check={shown}
          onFiles={begin}
          onRetry={retry}
          onCancel={reset}
          onAll={checks.length > 1 ? () => setChosen(null) : null}
        />
      )}
      {checks.length > 1 && !shown && (
        <CheckList
          headingRef={heading}
          checks={checks}
          onShow={setChosen}
          onRetry={retry}
          onFiles={begin}
          onCancel={reset}
        />
      )}
      <Limits />
    </>
  );
}

export const FromWebPage = () => <VerifyPage isFromWeb />;

const partOf = (checks: readonly CheckState[], shown: CheckState | null): string => {
  if (checks.length === 0) return 'start';
  if (!shown) return 'list';
  return isRunning(shown) ? 'running' : shown.state;
};

/** The control that had the focus is gone after these changes, so the new part's heading takes it. */
function useHeadingFocus(part: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(part);
  useEffect(() => {
    if (previous.current !== part) heading.current?.focus();
    previous.current = part;
  }, [part]);
  return heading;
}

/**
 * While a result is shown, the browser's address is that of the result, which a reload and a bookmark find again; the page
 * stays this one, which still has the picture and its map. Whoever follows the link to this page begins anew.
 */
function usePermalink(
  shown: CheckState | null,
  reset: () => void,
  home: typeof ADDRESS.verify | typeof ADDRESS.fromWeb,
): void {
  const navigate = useNavigate();
  const shownId = useLocation({ select: ({ maskedLocation }) => maskedLocation?.pathname });
  const id = shown?.state === 'done' ? shown.result.verification_id : null;
  const isMasked = useRef(false);
  useEffect(() => {
    if (id === null && !isMasked.current) return;
    isMasked.current = false;
    const mask = id
      ? { mask: { to: ADDRESS.result, params: { verificationId: id }, unmaskOnReload: true } as const }
      : {};
    // Without a state of its own it would be the same place to the router, and the address would stay.
    void navigate({ to: home, state: { result: id }, replace: true, resetScroll: false, ...mask });
  }, [id, navigate, home]);
  useEffect(() => {
    if (isMasked.current && shownId === undefined) reset();
    isMasked.current = shownId !== undefined;
  }, [shownId, reset]);
}
