import type { KeyboardEvent, Ref } from 'react';
import { type ElementType, elementLabels, elementTypes } from '#screenplay/element.ts';
import styles from './AddArea.module.css';

interface TypePickerProps {
  type: ElementType;
  onType: (type: ElementType) => void;
  /** The writer has chosen with the keyboard and goes on writing. */
  onDone: () => void;
  ref: Ref<HTMLFieldSetElement>;
}

/** The six types; in the text below, Tab goes through them. A type's first letter chooses it. */
export function TypePicker({ type, onType, onDone, ref }: TypePickerProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const letter = event.key.toLowerCase();
    const meant = elementTypes.find((each) => elementLabels[each].charAt(0).toLowerCase() === letter);
    if (!meant && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (meant) onType(meant);
    onDone();
  };
  return (
    <fieldset ref={ref} className={styles.types} onKeyDown={onKeyDown}>
      <legend className={styles.unseen}>Element type</legend>
      {elementTypes.map((each) => (
        <label key={each} className={each === type ? styles.chosen : styles.type}>
          <input
            className={styles.unseen}
            type="radio"
            name="new-element-type"
            checked={each === type}
            onChange={() => onType(each)}
          />
          {elementLabels[each]}
        </label>
      ))}
      <kbd className={styles.key}>Tab</kbd>
    </fieldset>
  );
}
