import { type KeyboardEvent, type Ref, useId } from 'react';
import { type ElementType, elementTypes } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './AddArea.module.css';

interface TypePickerProps {
  type: ElementType;
  onType: (type: ElementType) => void;
  /** Called after a choice by keyboard, to continue writing. */
  onDone: () => void;
  ref: Ref<HTMLFieldSetElement>;
  /** Vertical, in a margin. */
  isColumn?: boolean;
}

/** Picker of the six types. The first letter of a type chooses it; any other letter is text. */
export function TypePicker({ type, onType, onDone, ref, isColumn = false }: TypePickerProps) {
  const name = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const letter = event.key.toLowerCase();
    const meant = elementTypes.find((each) => elementLabels[each].charAt(0).toLowerCase() === letter);
    // The browser types any other letter into the field, which has the focus by then.
    if (!meant && event.key.length === 1 && event.key !== ' ') return onDone();
    if (!meant && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (meant) onType(meant);
    onDone();
  };
  return (
    <fieldset ref={ref} className={isColumn ? styles.typeColumn : styles.typeRow} onKeyDown={onKeyDown}>
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
    </fieldset>
  );
}
