import type { VerifiedReceipt } from '@assay/sdk/receipt';
import type { CheckedTransaction } from '@assay/sdk/types';
import { useMemo, useState } from 'react';
import { connection } from '../../../api/api.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';

type State =
  | { readonly kind: 'closed' | 'asking' | 'failed' }
  /** `verified` is null where the browser cannot check signatures. */
  | { readonly kind: 'shown'; readonly checked: CheckedTransaction; readonly verified: VerifiedReceipt | null };

/** What the ledger says of a commitment, on demand, and what the browser itself makes of its proof. */
export function CommitmentRecord({ txHash }: { txHash: string }) {
  const t = useTranslate();
  const [state, setState] = useState<State>({ kind: 'closed' });

  const show = async () => {
    setState({ kind: 'asking' });
    try {
      const checked = await connection.json<CheckedTransaction>({
        method: 'GET',
        path: `/v1/blockchain/verify/${encodeURIComponent(txHash)}`,
      });
      setState({ kind: 'shown', checked, verified: await verifiedHere(checked) });
    } catch {
      setState({ kind: 'failed' });
    }
  };

  return (
    <div>
      {state.kind !== 'shown' && (
        <button type="button" className="button" disabled={state.kind === 'asking'} onClick={() => void show()}>
          {t('record.show')}
        </button>
      )}
      <p role="status" className="small">
        {state.kind === 'asking' && t('record.asking')}
        {state.kind === 'failed' && t('record.failed')}
        {state.kind === 'shown' && proofText(state.checked, state.verified, t)}
      </p>
      {state.kind === 'shown' && <Facts checked={state.checked} />}
    </div>
  );
}

/** Checked from the bytes alone, as a stranger would. Null without a proof, or without Ed25519 in this browser. */
async function verifiedHere(checked: CheckedTransaction): Promise<VerifiedReceipt | null> {
  if (checked.proof === null) return null;
  // Hashes and trees are needed here alone, so that the page does not wait for them.
  const { verifyReceipt } = await import('@assay/sdk/receipt');
  return verifyReceipt(checked, { txHash: checked.tx_hash }).catch(() => null);
}

function proofText({ proof }: CheckedTransaction, verified: VerifiedReceipt | null, t: Translate): string {
  if (proof === null) return t('record.proof.none');
  if (verified === null) return t('record.proof.unable');
  if (!verified.holds) return t('record.proof.broken');
  return t(verified.missing.length > 0 ? 'record.proof.early' : 'record.proof.holds');
}

function Facts({ checked }: { checked: CheckedTransaction }) {
  const t = useTranslate();
  const file = useMemo(() => new Blob([JSON.stringify(checked, null, 2)], { type: 'application/json' }), [checked]);
  const url = useObjectUrl(file);
  const { ledger, network, confirmation_status: status, on_chain_at: at, explorer_url: explorer } = checked;
  return (
    <>
      <ul className="evidence-lines">
        <li>{ledger === 'embedded' ? t('record.ledger.embedded') : t('record.ledger.solana', { network })}</li>
        {status && <li>{t(`record.status.${status}`)}</li>}
        {at && <li>{t('record.time', { time: new Date(at).toLocaleString(t.locale) })}</li>}
      </ul>
      <div className="buttons">
        {url && (
          <a className="button" href={url} download={`assay-proof-${checked.tx_hash}.json`}>
            {t('record.download')}
          </a>
        )}
        {explorer && (
          <a className="button" href={explorer} rel="noreferrer">
            {t('record.explorer')}
          </a>
        )}
      </div>
    </>
  );
}
