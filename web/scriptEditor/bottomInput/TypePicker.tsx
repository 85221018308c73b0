import { type KeyboardEvent, type Ref, useId } from 'react';
import { type ElementType, elementLabels, elementTypes } from '#screenplay/element.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './AddArea.module.css';

interface TypePickerProps {
  type: ElementType;
  onType: (type: ElementType) => void;
  /** The writer has chosen with the keyboard and goes on writing. */
  onDone: () => void;
  ref: Ref<HTMLFieldSetElement>;
  /** One below the other, in a margin. */
  isColumn?: boolean;
}

/** The six types; in the text below, Tab goes through them. A type's first letter chooses it. */
export function TypePicker({ type, onType, onDone, ref, isColumn = false }: TypePickerProps) {
  const name = useId();
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
    <fieldset ref={ref} className={isColumn ? styles.typeColumn : styles.types} onKeyDown={onKeyDown}>
      <VisuallyHidden as="legend">Element type</VisuallyHidden>
      {elementTypes.map((each) => (
        <label key={each} className={each === type ? styles.chosen : styles.type}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={each === type}
            onChange={() => onType(each)}
          />
          {elementLabels[each]}
        </label>
      ))}
      {!isColumn && <kbd className={styles.key}>Tab</kbd>}
    </fieldset>
  );
}
