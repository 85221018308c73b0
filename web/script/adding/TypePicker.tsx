import { type ElementType, elementLabels, elementTypes } from '#screenplay/element.ts';
import styles from './AddArea.module.css';

interface TypePickerProps {
  type: ElementType;
  onType: (type: ElementType) => void;
}

/** The six types; in the text below, Tab goes through them. */
export function TypePicker({ type, onType }: TypePickerProps) {
  return (
    <fieldset className={styles.types}>
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
