import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Field } from '../../shared/form/Field.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { commandOf, type Description, type Operation, operationsByTag } from './description.ts';
import { Command } from './parts/Command.tsx';

/** Every operation of the API, as the running service describes it. */
export function ReferencePage() {
  const t = useTranslate();
  const description = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) =>
      connection.json<Description>({ method: 'GET', path: '/openapi.json', authorized: false, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <PageHeading title={t('reference.title')} />
      <p>
        {t('reference.text')} <Link to={ADDRESS.docs}>{t('docs.title')}</Link>
      </p>
      <QueryState query={description}>{(given) => <Operations description={given} />}</QueryState>
    </>
  );
}

function Operations({ description }: { description: Description }) {
  const t = useTranslate();
  const [wanted, setWanted] = useState('');
  const tags = useMemo(() => operationsByTag(description), [description]);
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ method, path, summary }: Operation) => {
    const text = `${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const shown = tags.map(([tag, all]) => [tag, all.filter(fits)] as const).filter(([, all]) => all.length > 0);
  const count = shown.reduce((sum, [, all]) => sum + all.length, 0);
  return (
    <div className="sections docs">
      <search>
        <Field
          label={t('reference.find')}
          name="find"
          type="search"
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      </search>
      <p role="status" className="small">
        {t.plural('reference.count', count)}
      </p>
      {shown.map(([tag, operations]) => (
        <section key={tag} aria-label={tag} lang="en">
          <h2>{tag}</h2>
          {operations.map((operation) => (
            <OperationDetails key={operation.id} operation={operation} />
          ))}
        </section>
      ))}
    </div>
  );
}

function OperationDetails({ operation }: { operation: Operation }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const { method, path, summary, text, members, answers, needsCredential } = operation;
  return (
    <details className="operation" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="tag">{method}</span> <code>{path}</code> <span>{summary}</span>
      </summary>
      {isOpen && (
        <div className="operation-words">
          {text && <p>{text}</p>}
          <p className="small">{t(needsCredential ? 'reference.credential' : 'reference.open')}</p>
          <Command title={t('reference.command')} text={commandOf(operation, window.location.origin)} />
          {members.length > 0 && (
            <>
              <h3>{t('reference.members')}</h3>
              <dl className="facts">
                {members.map((member) => (
                  <div key={member.place + member.name} className="facts-line">
                    <dt>
                      <code>{member.name}</code>
                    </dt>
                    <dd>
                      <span className="small">
                        {member.place} · {member.type}
                        {member.isRequired && ` · ${t('reference.required')}`}
                      </span>{' '}
                      {member.text}
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          )}
          <h3>{t('reference.answers')}</h3>
          <dl className="facts">
            {answers.map(([status, words]) => (
              <div key={status} className="facts-line">
                <dt>
                  <code>{status}</code>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </details>
  );
}
