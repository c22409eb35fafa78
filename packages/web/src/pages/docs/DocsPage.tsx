import { Link } from '@tanstack/react-router';
import { DOCUMENTS } from 'virtual:documents';
import { ADDRESS, SECTIONS } from '../../addresses.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useService } from '../../session/useService.ts';
import { bytesText } from '../../shared/format.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { VERDICTS } from '../history/search.ts';
import { COMMANDS, RECEIVER } from './commands.ts';
import { Command } from './parts/Command.tsx';

/** What a failure means to a program, by its status. */
const STATUSES = ['400', '401', '403', '404', '410', '422', '429', '503'] as const;

/** How to use the service from a program, on one page: begin, read a verdict, keep to the limits, hear of events. */
export function DocsPage() {
  const t = useTranslate();
  return (
    <>
      <PageHeading title={t('docs.title')} />
      <div className="sections docs">
        <p className="lead">{t('docs.lead')}</p>
        <nav className="buttons" aria-label={t('docs.more')}>
          <Link className="button" to={ADDRESS.reference}>
            {t('docs.reference')}
          </Link>
          {/* Not a page of ours: the router does not know it. */}
          <a className="button" href="/docs/api">
            {t('docs.interactive')}
          </a>
          <a className="button" href="/openapi.json">
            openapi.json
          </a>
        </nav>
        <QuickStart />
        <Verdicts />
        <Limits />
        <Errors />
        <WebhookWords />
        <Documents />
      </div>
    </>
  );
}

function QuickStart() {
  const t = useTranslate();
  return (
    <section aria-labelledby="docs-start">
      <h2 id="docs-start">{t('docs.start')}</h2>
      <p>{t('docs.startText')}</p>
      <p>
        <Link to={ADDRESS.keys}>{t('docs.toKeys')}</Link>
      </p>
      {COMMANDS.map(({ id, text }) => (
        <Command key={id} title={t(`docs.command.${id}`)} text={text(window.location.origin)} />
      ))}
    </section>
  );
}

function Limits() {
  const t = useTranslate();
  const bytes = useService().data?.upload_bytes_max;
  return (
    <section aria-labelledby="docs-limits">
      <h2 id="docs-limits">{t('docs.limits')}</h2>
      <ul className="evidence-lines">
        {bytes !== undefined && <li>{t('docs.limit.size', { size: bytesText(bytes, t.locale) })}</li>}
        <li>{t('docs.limit.rate')}</li>
        <li>{t('docs.limit.quota')}</li>
        <li>{t('docs.limit.retry')}</li>
      </ul>
      <p>
        <Link to={ADDRESS.usage}>{t('docs.toUsage')}</Link>
      </p>
    </section>
  );
}

function Verdicts() {
  const t = useTranslate();
  return (
    <section aria-labelledby="docs-verdicts">
      <h2 id="docs-verdicts">{t('docs.verdicts')}</h2>
      <p>{t('docs.verdictsText')}</p>
      <dl className="facts">
        {VERDICTS.map((verdict) => (
          <div key={verdict} className="facts-line">
            <dt>
              <code>{verdict}</code>
            </dt>
            <dd>
              <strong>{t(`verdict.${verdict}`)}.</strong> {t(`docs.verdict.${verdict}`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Errors() {
  const t = useTranslate();
  return (
    <section aria-labelledby="docs-errors">
      <h2 id="docs-errors">{t('docs.errors')}</h2>
      <p>{t('docs.errorsText')}</p>
      <dl className="facts">
        {STATUSES.map((status) => (
          <div key={status} className="facts-line">
            <dt>
              <code>{status}</code>
            </dt>
            <dd>{t(`docs.status.${status}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function WebhookWords() {
  const t = useTranslate();
  return (
    <section aria-labelledby="docs-webhooks">
      <h2 id="docs-webhooks">{t('docs.webhooks')}</h2>
      <p>{t('docs.webhooksText')}</p>
      <p>
        <Link to={ADDRESS.webhooks}>{t('docs.toWebhooks')}</Link>
      </p>
      <Command title={t('docs.receiver')} text={RECEIVER} />
    </section>
  );
}

/** Written in one language, whatever the reader's. */
function Documents() {
  const t = useTranslate();
  return SECTIONS.map((section) => (
    <section key={section} aria-labelledby={`docs-of-${section}`}>
      <h2 id={`docs-of-${section}`}>{t(`docs.section.${section}`)}</h2>
      <p>{t(`docs.sectionText.${section}`)}</p>
      <ul className="document-list" lang="en" dir="ltr">
        {DOCUMENTS.filter(({ address }) => address.startsWith(`/docs/${section}/`)).map(({ address, title }) => (
          <li key={address}>
            <Link to={address}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
