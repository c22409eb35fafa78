import { type TrackId, TRACKS } from '@assay/sdk/tracks';
import { useId } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import type { TrackChoice, UploadChoices } from '../options.ts';

interface OptionsFormProps {
  readonly choices: UploadChoices;
  readonly onChange: (choices: UploadChoices) => void;
}

/** Holds for the files that are sent from now on. */
export function OptionsForm({ choices, onChange }: OptionsFormProps) {
  const t = useTranslate();
  const setTrack = (id: TrackId, choice: TrackChoice) =>
    onChange({ ...choices, tracks: { ...choices.tracks, [id]: choice } });
  return (
    <div className="form upload-options">
      <Field
        label={t('upload.tags')}
        name="tags"
        hint={t('upload.tagsHint')}
        value={choices.tags}
        onChange={(event) => onChange({ ...choices, tags: event.currentTarget.value })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={choices.commit}
          onChange={(event) => onChange({ ...choices, commit: event.currentTarget.checked })}
        />
        <span>{t('upload.commit')}</span>
      </label>
      <details className="more">
        <summary>{t('upload.recipients')}</summary>
        <RecipientsField value={choices.recipients} onChange={(recipients) => onChange({ ...choices, recipients })} />
      </details>
      <details className="more">
        <summary>{t('upload.tracks')}</summary>
        <p className="small">{t('upload.tracksHint')}</p>
        <ul className="tracks">
          {TRACKS.map(({ id }) => (
            <TrackRow key={id} id={id} choice={choices.tracks[id]} onChange={(choice) => setTrack(id, choice)} />
          ))}
        </ul>
      </details>
    </div>
  );
}

interface RecipientsFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RecipientsField({ value, onChange }: RecipientsFieldProps) {
  const t = useTranslate();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('upload.recipientsLabel')}</label>
      <p className="small" id={`${id}-hint`}>
        {t('upload.recipientsHint')}
      </p>
      <textarea
        id={id}
        rows={3}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

interface TrackRowProps {
  readonly id: TrackId;
  readonly choice: TrackChoice;
  readonly onChange: (choice: TrackChoice) => void;
}

function TrackRow({ id, choice, onChange }: TrackRowProps) {
  const t = useTranslate();
  const label = t(`evidence.track_${id}.label`);
  const percent = new Intl.NumberFormat(t.locale, { style: 'percent' }).format(choice.strength);
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          checked={choice.isOn}
          onChange={(event) => onChange({ ...choice, isOn: event.currentTarget.checked })}
        />
        <span>{label}</span>
      </label>
      <p className="small">{t(`evidence.track_${id}.how`)}</p>
      {choice.isOn && (
        <label className="strength">
          <span>{t('upload.strength')}</span>
          <input
            type="range"
            min={0.05}
            max={1}
            step={0.05}
            value={choice.strength}
            aria-label={t('upload.strengthOf', { track: label })}
            aria-valuetext={percent}
            onChange={(event) => onChange({ ...choice, strength: Number(event.currentTarget.value) })}
          />
          <span>{percent}</span>
        </label>
      )}
    </li>
  );
}
