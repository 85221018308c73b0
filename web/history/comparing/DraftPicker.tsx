import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { scriptEndings } from '#shared/contract/importing.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { fileSide, momentSide, type Side } from '../side.ts';
import styles from './CompareDialog.module.css';
import { momentQuery } from './comparing.data.ts';

interface DraftPickerProps {
  projectId: number;
  label: 'Before' | 'After';
  side: Side;
  sides: readonly Side[];
  onChange: (side: Side) => void;
}

const timeKey = 'time';

/** Choose a draft: the present, a version, a moment by its time, or a file. */
export function DraftPicker({ projectId, label, side, sides, onChange }: DraftPickerProps) {
  const id = useId();
  const [isTimeShown, setTimeShown] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (key: string) => {
    setTimeShown(key === timeKey);
    const chosen = sides.find((each) => each.key === key);
    if (chosen) onChange(chosen);
  };
  return (
    <div className={styles.side}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.choice}>
        <select
          id={id}
          value={isTimeShown ? timeKey : side.key}
          onChange={({ target }) => choose(target.value)}
        >
          {sides.map(({ key, label: name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          <option value={timeKey}>A moment of the history…</option>
        </select>
        <IconButton label={`${label}: choose a file`} onClick={() => chooser.current?.click()}>
          <FileUp size={17} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={`${label}: file`}
          accept={scriptEndings.map((ending) => `.${ending}`).join()}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Otherwise choosing a file again after it was changed has no effect.
            target.value = '';
            if (!file) return;
            setTimeShown(false);
            onChange(fileSide(file));
          }}
        />
      </div>
      {isTimeShown && (
        <TimeField {...{ projectId, label }} onMoment={onChange} onDone={() => setTimeShown(false)} />
      )}
    </div>
  );
}

interface TimeFieldProps extends Pick<DraftPickerProps, 'projectId' | 'label'> {
  onMoment: (side: Side) => void;
  onDone: () => void;
}

/** Choose the last change before a time. */
function TimeField({ projectId, label, onMoment, onDone }: TimeFieldProps) {
  const [text, setText] = useState('');
  const time = text === '' ? null : new Date(text);
  const query = useQuery({
    ...momentQuery(projectId, time && !Number.isNaN(time.getTime()) ? time.toISOString() : ''),
    enabled: false,
  });
  const show = async () => {
    const { data } = await query.refetch();
    if (!data) return;
    onMoment(momentSide(data, data.changedAt));
    onDone();
  };
  return (
    <form
      className={styles.time}
      onSubmit={(event) => {
        event.preventDefault();
        void show();
      }}
    >
      <input
        type="datetime-local"
        aria-label={`${label}: time`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" size="small" disabled={time === null} isBusy={query.isFetching}>
        Show
      </Button>
      <p role="status">
        {query.isError
          ? 'The history could not be read. Check your connection and try again.'
          : query.data === null
            ? 'The script had no change until then. Choose a later time.'
            : ''}
      </p>
    </form>
  );
}
