import { type RefObject, useRef } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { isSpeechType } from '#screenplay/elementTypes/predicates.ts';
import { type AfterDialogue, defaultAfterDialogue, type ElementKeys } from '#screenplay/flow.ts';
import type { PastedScript } from '#screenplay/pasted.ts';
import { memoWithStableHandlers } from '#web/lib/memoWithStableHandlers.tsx';
import { isBlank } from '#web/scriptSync/lineEdits.ts';
import type { StoredLine } from '#web/scriptSync/tabStorage.ts';
import { Button } from '#web/ui/Button.tsx';
import type { LiveFieldHandle, LiveText } from '../field/liveText.ts';
import type { Measures } from '../sheet/measures.ts';
import styles from './AddArea.module.css';
import { BottomInput, type BottomInputContext } from './BottomInput.tsx';
import { bottomInputLayout } from './bottomInputLayout.ts';
import { createBottomInputSteps } from './bottomInputSteps.ts';
import { TypePicker } from './TypePicker.tsx';
import { useBottomInput } from './useBottomInput.ts';

interface AddAreaProps extends BottomInputContext {
  /** Speaker of a dialogue line here. */
  speaker: string | null;
  measures: Measures;
  elementKeys?: ElementKeys;
  afterDialogue?: AfterDialogue;
  /** A line is being sent to the server. */
  isSaving?: boolean;
  /** Adds the line to the script. Returns false if nothing happened and the line stays. */
  onAdd: (type: ElementType, content: string) => boolean;
  /** Called when a speech ends with an empty line. */
  onSpeechEnd?: () => void;
  /** Called for pasted content that is more than a part of the line. */
  onPaste?: (made: PastedScript) => void;
  /** Called with the type of the line while the caret is here; null when it leaves. */
  onHere?: (type: ElementType | null) => void;
  fieldRef?: RefObject<LiveFieldHandle | null>;
  /** Text that was typed here before the area scrolled out of view. */
  storedLine?: Pick<StoredLine, 'type' | 'text'> | null;
  /** The script is empty: the focus starts here. */
  isFirst?: boolean;
  /** Called after every change, so that the text can be stored. */
  onLine?: (type: ElementType, text: LiveText) => void;
}

/** The bottom input, where writing continues (docs/spec/script.md). */
export const AddArea = memoWithStableHandlers(function AddArea(props: AddAreaProps) {
  const { lastType, speaker, elementKeys = 'cycle', afterDialogue = defaultAfterDialogue } = props;
  const { storedLine, isFirst = false, onLine, onHere, onAdd, onPaste } = props;
  const ownField = useRef<LiveFieldHandle>(null);
  const field = props.fieldRef ?? ownField;
  const picker = useRef<HTMLFieldSetElement>(null);
  const area = useRef<HTMLElement>(null);
  const below = useBottomInput(area, {
    ...{ lastType, elementKeys, afterDialogue, storedLine },
    ...{ isFirst, onLine, onHere },
  });
  const steps = createBottomInputSteps({
    ...{ below, field, picker, elementKeys, afterDialogue, onAdd, onPaste },
    onSpeechEnd: props.onSpeechEnd,
  });
  const { line, setType } = below;
  const { type } = line;
  const { measures } = props;
  const place = bottomInputLayout(line, props.format, measures);
  const float = floatStyles(measures, place.shape.heightPx);
  return (
    <section
      ref={area}
      className={styles.area}
      // A blank line after the last element, as on the page.
      style={{ marginTop: lastType === null ? 0 : measures.linePx }}
      aria-label="Add an element"
      data-add-area=""
      data-narrow={float.isNarrow || undefined}
    >
      <div className={styles.types} style={float.types}>
        <TypePicker
          ref={picker}
          isColumn={!float.isNarrow}
          type={type}
          onType={setType}
          onDone={() => field.current?.focus()}
        />
      </div>
      <BottomInput
        {...props}
        below={below}
        steps={steps}
        place={place}
        field={field}
        elementKeys={elementKeys}
      />
      <div className={styles.foot} style={float.foot}>
        {isSpeechType(type) && speaker && (
          <p className={styles.speaker}>
            For: <b>{speaker}</b>
          </p>
        )}
        <Button size="small" disabled={isBlank(line)} isBusy={props.isSaving ?? false} onClick={steps.add}>
          Add Element
        </Button>
      </div>
    </section>
  );
});

/** Start of the right margin (web/script/margin/MarginTools.tsx). */
const marginInches = 7.64;
/** Half of the height of the six types in a column. */
const halfColumnPx = 54;
/** Height of the types in two rows. */
const rowsPx = 92;

/**
 * Return the positions of what floats at the line: the types beside it in the margin, or below it
 * where a margin has no room, and the button below them.
 */
function floatStyles({ isPhone, inchPx, linePx, sheetLeftPx }: Measures, heightPx: number) {
  const isNarrow = isPhone || sheetLeftPx < 0;
  if (isNarrow) {
    return { isNarrow, types: { top: heightPx + 8 }, foot: { top: heightPx + 16 + rowsPx } };
  }
  const left = marginInches * inchPx;
  const middlePx = linePx / 2;
  return {
    isNarrow,
    types: { left, top: middlePx - halfColumnPx },
    foot: { left, top: middlePx + halfColumnPx + 6 },
  };
}
