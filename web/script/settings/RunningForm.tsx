import { useRef } from 'react';
import { fieldPlaceholder, type RunningDraft } from '#screenplay/runningDraft.ts';
import type { PrintedField as Field } from '#screenplay/setText.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './settings.module.css';

/** Header or footer in the form. */
export interface RunningChoice extends RunningDraft {
  isVisible: boolean;
  isOnFirstPage: boolean;
}

export type RunningPlace = 'header' | 'footer';

interface RunningFormProps {
  running: Record<RunningPlace, RunningChoice>;
  isReadOnly: boolean;
  onChange: (place: RunningPlace, change: Partial<RunningChoice>) => void;
}

const places = [
  { place: 'header', label: 'Header' },
  { place: 'footer', label: 'Footer' },
] as const;

const columns = [
  { column: 'left', label: 'left' },
  { column: 'center', label: 'centre' },
  { column: 'right', label: 'right' },
] as const;

const fields: readonly { field: Field; label: string }[] = [
  { field: 'page', label: 'Page number' },
  { field: 'pages', label: 'Number of pages' },
  { field: 'date', label: 'Date' },
  { field: 'file', label: 'File name' },
];

/** Form for the text at the top and foot of every page, with fields filled in on printing. */
export function RunningForm({ running, isReadOnly, onChange }: RunningFormProps) {
  const last = useRef<{ place: RunningPlace; column: keyof RunningDraft; input: HTMLInputElement } | null>(
    null,
  );
  const insert = (field: Field) => {
    const { place, column, input } = last.current ?? {};
    const into = place ?? 'header';
    const at = column ?? 'right';
    const text = running[into][at];
    const [from, to] = input
      ? [input.selectionStart ?? text.length, input.selectionEnd ?? text.length]
      : [text.length, text.length];
    onChange(into, { [at]: text.slice(0, from) + fieldPlaceholder(field) + text.slice(to), isVisible: true });
    input?.focus();
  };
  return (
    <div className={styles.running}>
      {places.map(({ place, label }) => (
        <PlaceFields
          key={place}
          place={place}
          label={label}
          choice={running[place]}
          isReadOnly={isReadOnly}
          onFocus={(column, input) => {
            last.current = { place, column, input };
          }}
          onChange={(change) => onChange(place, change)}
        />
      ))}
      {!isReadOnly && (
        // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no fieldset.
        <div className={styles.insert} role="group" aria-label="Insert a field">
          <span className={styles.size}>Insert:</span>
          {fields.map(({ field, label }) => (
            <Button key={field} onMouseDown={(event) => event.preventDefault()} onClick={() => insert(field)}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

interface PlaceFieldsProps {
  place: RunningPlace;
  label: string;
  choice: RunningChoice;
  isReadOnly: boolean;
  onFocus: (column: keyof RunningDraft, input: HTMLInputElement) => void;
  onChange: (change: Partial<RunningChoice>) => void;
}

/** Fields of the header or the footer. */
function PlaceFields({ place, label, choice, isReadOnly, onFocus, onChange }: PlaceFieldsProps) {
  const { isVisible, isOnFirstPage } = choice;
  return (
    <fieldset className={styles.runningPlace} disabled={isReadOnly}>
      <legend className={styles.label}>{label}</legend>
      {columns.map(({ column, label: side }) => (
        <TextField
          key={column}
          label={`${label}, ${side}`}
          value={choice[column]}
          maxLength={maxLength}
          readOnly={isReadOnly}
          onFocus={({ target }) => onFocus(column, target)}
          onChange={({ target }) => onChange({ [column]: target.value, isVisible: true })}
        />
      ))}
      <label className={styles.choice}>
        <Checkbox checked={isVisible} onChange={({ target }) => onChange({ isVisible: target.checked })} />
        Print the {place}
      </label>
      <label className={styles.choice}>
        <Checkbox
          checked={isOnFirstPage}
          disabled={!isVisible}
          onChange={({ target }) => onChange({ isOnFirstPage: target.checked })}
        />
        On the first page, too
      </label>
    </fieldset>
  );
}

/** As in shared/contract/projects.ts. */
const maxLength = 300;
