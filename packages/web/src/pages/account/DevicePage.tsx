import type { WaitingDevice } from '@assay/sdk/types';
import { AssayError } from '@assay/sdk/errors';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useMe } from '../../session/useSession.ts';
import { failureOf } from '../../shared/failure.ts';
import { FailureNotice } from '../../shared/FailureNotice.tsx';
import { Field } from '../../shared/form/Field.tsx';
import { Form } from '../../shared/form/Form.tsx';
import { useForm } from '../../shared/form/useForm.ts';
import { timeText } from '../../shared/format.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';

const placeOf = (code: string) => `/v1/auth/device/codes/${encodeURIComponent(code)}`;

const isGone = (error: unknown): boolean => error instanceof AssayError && error.status === 410;

/** Where a program without a browser sends its person: the code that it shows is allowed here. */
export function DevicePage() {
  const t = useTranslate();
  const { code } = useSearch({ from: '/private/device' });
  const navigate = useNavigate();
  const form = useForm({
    check: ({ code: typed = '' }): Record<string, string> => (typed.trim() === '' ? { code: t('device.missing') } : {}),
    send: async ({ code: typed = '' }) => {
      await navigate({ to: ADDRESS.device, search: { code: typed.trim() } });
    },
  });
  if (code !== undefined) return <WaitingProgram key={code} code={code} />;
  return (
    <div className="narrow-page">
      <PageHeading title={t('device.title')} />
      <p>{t('device.text')}</p>
      <Form form={form} submit={t('device.next')}>
        <Field label={t('device.code')} name="code" autoComplete="off" spellCheck={false} />
      </Form>
    </div>
  );
}

/** What became of the code, or the question. */
function WaitingProgram({ code }: { readonly code: string }) {
  const t = useTranslate();
  const waiting = useQuery({
    queryKey: ['device', code],
    queryFn: ({ signal }) => connection.json<WaitingDevice>({ method: 'GET', path: placeOf(code), signal }),
    retry: false,
  });
  const decide = useMutation({
    mutationFn: (allow: boolean) => connection.answer({ method: 'POST', path: placeOf(code), json: { allow } }),
  });
  const error = decide.error ?? waiting.error;
  if (decide.isSuccess) return <Answered isAllowed={decide.variables} />;
  if (isGone(error)) return <Gone />;
  return (
    <div className="narrow-page">
      <PageHeading title={t('device.title')} />
      {error !== null && <FailureNotice failure={failureOf(error)} level={2} />}
      {waiting.isPending && <p role="status">{t('form.busy')}</p>}
      {waiting.data !== undefined && (
        <Question
          waiting={waiting.data}
          isBusy={decide.isPending}
          answer={(allow) => !decide.isPending && decide.mutate(allow)}
        />
      )}
    </div>
  );
}

function Answered({ isAllowed }: { readonly isAllowed: boolean }) {
  const t = useTranslate();
  return (
    <div className="narrow-page">
      <PageHeading title={t(isAllowed ? 'device.allowed' : 'device.refused')} />
      <p role="status" className="lead">
        {t(isAllowed ? 'device.allowed.text' : 'device.refused.text')}
      </p>
    </div>
  );
}

function Gone() {
  const t = useTranslate();
  return (
    <div className="narrow-page">
      <PageHeading title={t('device.title')} />
      <p role="alert" className="lead">
        {t('device.gone')}
      </p>
      <div className="buttons">
        <Link className="button" to={ADDRESS.device} search={{}}>
          {t('device.again')}
        </Link>
      </div>
    </div>
  );
}

interface QuestionProps {
  readonly waiting: WaitingDevice;
  readonly isBusy: boolean;
  readonly answer: (allow: boolean) => void;
}

/** Who asks, before the two answers: whoever sends somebody a code wants exactly this press. */
function Question({ waiting, isBusy, answer }: QuestionProps) {
  const t = useTranslate();
  const { data: me } = useMe();
  const facts: readonly (readonly [string, string])[] = [
    [t('device.program'), waiting.client_name ?? t('device.noName')],
    [t('device.address'), waiting.ip ?? '–'],
    [t('device.since'), timeText(waiting.created_at, t.locale)],
  ];
  const button = { type: 'button', 'aria-disabled': isBusy || undefined } as const;
  return (
    <>
      <p className="lead">{t('device.compare', { code: waiting.user_code })}</p>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="facts-line">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('device.warning', { email: me?.email ?? '…' })}</p>
      <div className="buttons">
        <button {...button} className="button button-primary" onClick={() => answer(true)}>
          {t('device.allow')}
        </button>
        <button {...button} className="button" onClick={() => answer(false)}>
          {t('device.refuse')}
        </button>
      </div>
    </>
  );
}
