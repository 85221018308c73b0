import type { KeyboardEvent, RefObject } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import type { ElementKeys } from '#screenplay/flow.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { replaceRange, unstyled } from '#screenplay/styled.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { CompletionList } from '../completion/CompletionList.tsx';
import { completesLine, useCompletion } from '../completion/useCompletion.ts';
import { LiveField } from '../field/LiveField.tsx';
import type { LiveFieldHandle } from '../field/liveText.ts';
import type { Movement } from '../selection/moving.ts';
import { parentheticalKey, useTypedLine } from '../writing/useTypedLine.ts';
import styles from './AddArea.module.css';
import { type BottomInputAction, bottomInputActionFor } from './bottomInputKeys.ts';
import type { PlaceBelow } from './bottomInputLayout.ts';
import type { StepsBelow } from './bottomInputSteps.ts';
import type { LineBelow } from './useBottomInput.ts';

/** Context of the bottom input in the script. */
export interface BottomInputContext {
  /** Type of the last element; null in an empty script. */
  lastType: ElementType | null;
  /** The script, from which completions are taken. */
  elements: readonly Element[];
  characters: readonly Character[];
  format: ScriptFormat;
  /** Escape: the focus returns to the page. */
  onLeave?: () => void;
  /** A movement leaves the text: the caret goes into the script. */
  onMove?: (movement: Movement) => void;
  /** Undo or redo of the script. The typed text is stored first. */
  onUndo?: (direction: 'undo' | 'redo') => void;
  onFocus?: () => void;
}

interface EntryBelowProps extends BottomInputContext {
  below: LineBelow;
  steps: StepsBelow;
  place: PlaceBelow;
  field: RefObject<LiveFieldHandle | null>;
  elementKeys: ElementKeys;
}

/** The field of the bottom input with completion and keys. */
export function BottomInput(props: EntryBelowProps) {
  const { below, steps, place, field, lastType, characters } = props;
  const { line, setLine, setType, opening, isFocused, setIsFocused, setCaret } = below;
  const { type, text } = line;
  const { box, column, lines, shape } = place;
  const typeAfterText = useTypedLine(below.opening.key, type, field);
  const completion = useCompletionBelow(props);
  const act = actsBelow(props);
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKey(event) !== null) return;
    const isDone = parentheticalKey(event, line, field.current, setType);
    const range = field.current?.selection() ?? { start: 0, end: 0 };
    const action = isDone ? null : bottomInputActionFor(event, text.text, lines, range, props.elementKeys);
    if (action) act(action);
    if (!action && !isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isBlankPage = lastType === null && isHeadingType(type) && text.text === '';
  return (
    <div className={styles.entry} style={{ height: shape.heightPx }}>
      {isBlankPage && (
        <p className={styles.hint} style={{ left: column.leftPx }}>
          Start with a scene heading
        </p>
      )}
      <LiveField
        ref={field}
        line={opening.key}
        isBelow
        type={type}
        box={box}
        shape={shape}
        leftPx={0}
        initial={opening.text}
        selection={opening.selection}
        takesFocus={opening.takesFocus}
        // Tab changes the type here. After the field was left, Tab goes to the next control.
        isTabStop={lastType === null || isFocused}
        list={completion.fieldProps}
        placeholder={isBlankPage ? '' : elementLabels[type]}
        onText={(next) => setLine({ type: typeAfterText(line, next), text: next })}
        onSelection={({ start, end }) => setCaret(start === end ? start : null)}
        onKeyDown={onKeyDown}
        onPaste={steps.paste}
        onHistory={(direction) => props.onUndo?.(direction)}
        onFocus={() => {
          setIsFocused(true);
          setCaret((now) => now ?? text.text.length);
          props.onFocus?.();
        }}
        onBlur={() => setIsFocused(false)}
      />
      <div className={styles.list} style={{ left: column.leftPx }}>
        <CompletionList completion={completion} characters={characters} />
      </div>
    </div>
  );
}

function useCompletionBelow({ below, steps, field, elements, characters, format }: EntryBelowProps) {
  const { line, opening, caret, isFocused } = below;
  const { type, text } = line;
  return useCompletion({
    line: opening.key,
    type,
    text: text.text,
    caret: caret ?? text.text.length,
    elements,
    index: elements.length,
    characters,
    isEnabled: isFocused && caret !== null,
    continuesAutomatically: format.continuesAutomatically,
    onAccept: (accepted) => {
      const { caret: end, option } = accepted;
      const start = end - option.text.length;
      const replacedTo = text.text.length - (accepted.text.length - end);
      const next = replaceRange(text, start, replacedTo, unstyled(option.text));
      field.current?.replace(next, end);
      if (completesLine(accepted)) steps.flow('Enter', next.text.length, next);
    },
  });
}

function actsBelow({ below, steps, field, onLeave, onMove, onUndo }: EntryBelowProps) {
  const leave = () => {
    (document.activeElement as HTMLElement | null)?.blur();
    onLeave?.();
  };
  return (action: BottomInputAction) => {
    if (action.type === 'flow') steps.flow(action.key, action.caret);
    else if (action.type === 'split') steps.split(action.caret);
    else if (action.type === 'type') below.setType(action.elementType);
    else if (action.type === 'style') field.current?.toggle(action.style);
    else if (action.type === 'leave') leave();
    else if (action.type === 'move') onMove?.(action.movement);
    else onUndo?.(action.type);
  };
}
