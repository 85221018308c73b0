import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { draftColors, nextDraftColor, type Revisions } from '#screenplay/revisions/revisionSets.ts';
import { versionsQuery } from '#web/history/history.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import styles from './RevisionSettings.module.css';
import type { RevisionChange } from './revisions.data.ts';

interface RevisionFormProps {
  projectId: number;
  revisions: Revisions | undefined;
  onSave: (change: RevisionChange) => void;
  onCancel: () => void;
}

const now = 'now';

/** Form of a new revision: its name, colour, mark and day, and the text that belongs to it. */
export function RevisionForm({ projectId, revisions, onSave, onCancel }: RevisionFormProps) {
  const next = nextDraftColor(revisions);
  const [name, setName] = useState(next.name);
  const [mark, setMark] = useState('*');
  const [date, setDate] = useState('');
  const [color, setColor] = useState<string>(next.color);
  const [since, setSince] = useState(now);
  const [until, setUntil] = useState(now);
  const { data: versions = [] } = useQuery(versionsQuery(projectId));
  const chosenColors = draftColors.some(([, each]) => each === next.color)
    ? draftColors
    : [...draftColors, [next.name, next.color, next.pageColor] as const];
  const save = () => {
    const [, , pageColor] = chosenColors.find(([, each]) => each === color) ?? chosenColors[0];
    const fields = { name: name.trim(), color, pageColor, mark: mark.trim(), ...(date && { date }) };
    if (since === now) onSave({ type: 'start', fields });
    else {
      const sinceHistoryId = Number(since);
      const end = until === now ? {} : { untilHistoryId: Number(until) };
      onSave({ type: 'name-changes', fields, sinceHistoryId, ...end });
    }
  };
  const later = versions.filter(({ historyId }) => since !== now && historyId > Number(since));
  return (
    <form
      className={styles.part}
      aria-label="New revision"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save();
      }}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={60}
        required
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField label="Colour" value={color} onChange={({ target }) => setColor(target.value)}>
        {chosenColors.map(([each, value]) => (
          <option key={each} value={value}>
            {each}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Mark in the margin"
        hint="One to three characters, or none."
        value={mark}
        maxLength={3}
        onChange={({ target }) => setMark(target.value)}
      />
      <TextField label="Date" type="date" value={date} onChange={({ target }) => setDate(target.value)} />
      <SelectField label="Text" value={since} onChange={({ target }) => setSince(target.value)}>
        <option value={now}>Written from now on</option>
        {versions.map(({ id, name: version, historyId }) => (
          <option key={id} value={historyId}>
            Changed since “{version}”
          </option>
        ))}
      </SelectField>
      {since !== now && (
        <SelectField label="Up to" value={until} onChange={({ target }) => setUntil(target.value)}>
          <option value={now}>Now</option>
          {later.map(({ id, name: version, historyId }) => (
            <option key={id} value={historyId}>
              “{version}”
            </option>
          ))}
        </SelectField>
      )}
      <div className={styles.buttons}>
        <Button type="submit" kind="primary">
          {since === now ? 'Start revision' : 'Name changes'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
