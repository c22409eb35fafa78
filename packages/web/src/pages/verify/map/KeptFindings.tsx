import type { ShownResult } from '../../../api/types.ts';
import { MapAlone } from './MapAlone.tsx';
import { RemovalTrace } from './RemovalTrace.tsx';

interface KeptFindingsProps {
  /** PNG, 8-bit grey, in base64. */
  readonly map: string | null;
  readonly result: ShownResult;
}

export function KeptFindings({ map, result }: KeptFindingsProps) {
  return (
    <div className="kept-findings">
      {map !== null && <MapAlone base64={map} result={result} />}
      {result.mark_removal && <RemovalTrace found={result.mark_removal} />}
    </div>
  );
}
