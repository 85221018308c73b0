import { useId } from 'react';
import type { Paper } from '#screenplay/format.ts';
import { languageNames, languageTags, type ScriptLanguage } from '#screenplay/language/scriptLanguage.ts';
import { type SceneNumberSides, sceneNumberSides } from '#screenplay/sceneNumbers.ts';
import { Checkbox, Radio } from '#web/ui/Checkbox.tsx';
import { SelectField } from '#web/ui/TextField.tsx';
import styles from './settings.module.css';

interface PageSettingsProps {
  paper: Paper;
  /** Null: detected from the text. */
  language: ScriptLanguage | null;
  hasTwoColumns: boolean;
  showSceneNumbers: boolean;
  sceneNumberSides: SceneNumberSides;
  showSceneContinueds: boolean;
  /** Null if the script has no outline. */
  showOutline: boolean | null;
  isReadOnly: boolean;
  onChange: (change: {
    paper?: Paper;
    language?: ScriptLanguage | null;
    hasTwoColumns?: boolean;
    showSceneNumbers?: boolean;
    sceneNumberSides?: SceneNumberSides;
    showSceneContinueds?: boolean;
    showOutline?: boolean;
  }) => void;
}

const papers: readonly { value: Paper; label: string; size: string }[] = [
  { value: 'letter', label: 'Letter', size: '8.5 × 11 in' },
  { value: 'a4', label: 'A4', size: '210 × 297 mm' },
];

const sideNames: Record<SceneNumberSides, string> = {
  both: 'Both sides',
  left: 'Left',
  right: 'Right',
};

export function PageSettings({
  paper,
  language,
  hasTwoColumns,
  showSceneNumbers,
  sceneNumberSides: sides,
  showSceneContinueds,
  showOutline,
  isReadOnly,
  onChange,
}: PageSettingsProps) {
  const columnsHintId = useId();
  const hintId = useId();
  const outlineHintId = useId();
  return (
    <fieldset className={styles.page} disabled={isReadOnly}>
      <fieldset className={styles.papers}>
        <legend className={styles.label}>Paper</legend>
        {papers.map(({ value, label, size }) => (
          <label key={value} className={styles.choice}>
            <Radio name="paper" checked={value === paper} onChange={() => onChange({ paper: value })} />
            {label} <span className={styles.size}>{size}</span>
          </label>
        ))}
      </fieldset>
      <SelectField
        label="Language of the script"
        value={language ?? ''}
        onChange={({ target }) =>
          onChange({ language: languageTags.find((tag) => tag === target.value) ?? null })
        }
      >
        <option value="">As the text is written</option>
        {languageTags.map((tag) => (
          <option key={tag} value={tag}>
            {languageNames[tag]}
          </option>
        ))}
      </SelectField>
      <div>
        <label className={styles.choice}>
          <Checkbox
            checked={hasTwoColumns}
            aria-describedby={columnsHintId}
            onChange={({ target }) => onChange({ hasTwoColumns: target.checked })}
          />
          Two columns
        </label>
        <p id={columnsHintId} className={styles.hint}>
          Action at the left, speeches at the right, as in India.
        </p>
      </div>
      <div>
        <label className={styles.choice}>
          <Checkbox
            checked={showSceneNumbers}
            aria-describedby={hintId}
            onChange={({ target }) => onChange({ showSceneNumbers: target.checked })}
          />
          Show scene numbers
        </label>
        <p id={hintId} className={styles.hint}>
          Fixed numbers such as 12A are kept either way.
        </p>
      </div>
      {showSceneNumbers && (
        <SelectField
          label="Side of scene numbers"
          value={sides}
          onChange={({ target }) => {
            const chosen = sceneNumberSides.find((each) => each === target.value);
            if (chosen) onChange({ sceneNumberSides: chosen });
          }}
        >
          {sceneNumberSides.map((each) => (
            <option key={each} value={each}>
              {sideNames[each]}
            </option>
          ))}
        </SelectField>
      )}
      <label className={styles.choice}>
        <Checkbox
          checked={showSceneContinueds}
          onChange={({ target }) => onChange({ showSceneContinueds: target.checked })}
        />
        Print (CONTINUED) where a page ends inside a scene
      </label>
      {showOutline !== null && (
        <div>
          <label className={styles.choice}>
            <Checkbox
              checked={showOutline}
              aria-describedby={outlineHintId}
              onChange={({ target }) => onChange({ showOutline: target.checked })}
            />
            Show outline and notes
          </label>
          <p id={outlineHintId} className={styles.hint}>
            Hidden, they are not printed and pages are counted without them.
          </p>
        </div>
      )}
    </fieldset>
  );
}
