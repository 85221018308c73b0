import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type ElementType, elementLabels } from '#screenplay/element.ts';
import {
  type AfterDialogue,
  bottomInputType,
  type ElementKeys,
  type FlowKey,
  type FlowStep,
  flowStep,
  retyped,
  splitStep,
  typeAfter,
} from '#screenplay/flow.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { isPartOfText } from '#screenplay/fragment.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import type { PastedElement } from '#screenplay/pastedElement.ts';
import { replaceRange, sliceStyled, splitStyled, trimStyled, unstyled } from '#screenplay/styled.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { calm } from '#web/lib/calm.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { KeptLine } from '../changes/kept.ts';
import { CompletionList } from '../completion/CompletionList.tsx';
import { completesLine, useCompletion } from '../completion/useCompletion.ts';
import { isBlank, liveContent } from '../editing/live.ts';
import { parentheticalKey, useTypedLine } from '../editing/useTypedLine.ts';
import { LiveField } from '../field/LiveField.tsx';
import type { Clipboard, LiveFieldHandle, LiveText } from '../field/liveText.ts';
import { shapeOf } from '../field/shape.ts';
import { elementsIn } from '../paste/elementsIn.ts';
import { copiedIn } from '../selection/copied.ts';
import type { Movement } from '../selection/moving.ts';
import { columnOf } from '../sheet/lines.ts';
import type { Measures } from '../sheet/measures.ts';
import styles from './AddArea.module.css';
import { type DoneBelow, keyBelow } from './keyBelow.ts';
import { type FieldOpening, withBracket } from './lineBelow.ts';
import { linesBelow } from './linesBelow.ts';
import { TypePicker } from './TypePicker.tsx';

/** What stands below the script. */
interface AddLine {
  type: ElementType;
  text: LiveText;
}

interface AddAreaProps {
  /** Of the last element; null in an empty script. */
  lastType: ElementType | null;
  /** The script, which the completions are taken from. */
  elements: readonly Element[];
  characters: readonly Character[];
  /** Who would speak here. */
  speaker: string | null;
  format: ScriptFormat;
  measures: Measures;
  elementKeys?: ElementKeys;
  afterDialogue?: AfterDialogue;
  /** A line is on its way to the server. */
  isSaving?: boolean;
  /** Adds it to the script; false: nothing happened, and the line stays. */
  onAdd: (type: ElementType, content: string) => boolean;
  /** Escape: the keyboard goes back to the page. */
  onLeave?: () => void;
  /** What was pasted is more than a part of the line. */
  onPaste?: (made: readonly PastedElement[]) => void;
  /** A movement out of the text: the caret goes into the script. */
  onMove?: (movement: Movement) => void;
  /** Undo where there is nothing of the line's own to take back: of the script. */
  onUndo?: (does: 'undo' | 'redo') => void;
  /** The type of the line while the caret is here; null when it leaves. */
  onHere?: (type: ElementType | null) => void;
  onFocus?: () => void;
  fieldRef?: RefObject<LiveFieldHandle | null>;
  /** What was written here before the area went out of sight. */
  keptLine?: Pick<KeptLine, 'type' | 'text'> | null;
  /** The script is empty: writing begins here, and the keyboard is here on arrival. */
  isFirst?: boolean;
  /** Called after every change, so that the text can be kept. */
  onLine?: (type: ElementType, text: LiveText) => void;
}

const blank = unstyled('');

/** The line below the script where writing goes on (docs/spec/script.md): a field as any other line has. */
export const AddArea = calm(function AddArea(props: AddAreaProps) {
  const { lastType, elements, characters, speaker, format, measures, isSaving = false } = props;
  const { elementKeys = 'cycle', afterDialogue = 'action', keptLine, onAdd, onPaste } = props;
  const [isFocused, setIsFocused] = useState(false);
  const [line, setLine] = useState<AddLine>(() =>
    keptLine
      ? { type: keptLine.type, text: keptLine.text }
      : { type: bottomInputType(lastType, afterDialogue), text: blank },
  );
  const [opening, setOpening] = useState<FieldOpening>(() => ({
    key: 0,
    text: line.text,
    selection: line.text.text.length,
    takesFocus: props.isFirst === true && document.activeElement === document.body,
  }));
  const [caret, setCaret] = useState<number | null>(null);
  const { type, text } = line;
  const ownField = useRef<LiveFieldHandle>(null);
  const field = props.fieldRef ?? ownField;
  const typeAfterText = useTypedLine(type, field);
  const picker = useRef<HTMLFieldSetElement>(null);
  const area = useRef<HTMLElement>(null);

  /** Another text, in a field of its own: the browser's undo does not bring back what is in the script already. */
  const put = (next: AddLine, takesFocus: boolean) => {
    const { text: shown, caret: at } = retyped({ text: next.text, caret: 0 }, 'dialogue', next.type);
    setLine({ type: next.type, text: shown });
    setOpening(({ key }) => ({ key: key + 1, text: shown, selection: at, takesFocus }));
    setCaret(takesFocus ? at : null);
  };

  // Stored from elsewhere, as any line is that one leaves: here is room for the next.
  const keptBefore = useRef(keptLine);
  useEffect(() => {
    const before = keptBefore.current;
    keptBefore.current = keptLine;
    if (keptLine !== null || !before || before.text !== text || isBlank(line)) return;
    // Only now is known whether the caret went elsewhere.
    const isHere = area.current?.contains(document.activeElement) ?? false;
    put({ type: typeAfter(type, afterDialogue), text: blank }, isHere);
  });

  // The type follows the script while nobody writes here; without elements it is a heading (decision OQ-53).
  const [before, setBefore] = useState(lastType);
  if (before !== lastType) {
    setBefore(lastType);
    if (lastType === null || (isBlank(line) && !isFocused))
      setLine({ type: bottomInputType(lastType, afterDialogue), text });
  }
  const tellLine = useRef(props.onLine);
  tellLine.current = props.onLine;
  useEffect(() => {
    tellLine.current?.(line.type, line.text);
  }, [line]);

  const tellHere = useRef(props.onHere);
  tellHere.current = props.onHere;
  const here = isFocused ? type : null;
  useEffect(() => {
    tellHere.current?.(here);
    return () => tellHere.current?.(null);
  }, [here]);

  const addAs = (written: LiveText, nextType: ElementType, rest = blank) => {
    const isWritten = !isBlank({ type, text: written });
    if (isWritten && onAdd(type, liveContent({ type, text: written })))
      put({ type: nextType, text: rest }, true);
  };
  const flow = (key: FlowKey, at: number, written = text) =>
    go(flowStep(elementKeys, key, { type, text: written.text, caret: at }, afterDialogue), at, written);
  const go = (step: FlowStep, at: number, written: LiveText) => {
    if (step.does === 'change') setLine({ type: step.type, text: written });
    else if (step.does === 'add') addAs(written, step.type);
    else if (step.does === 'save') addAs(written, typeAfter(type, afterDialogue));
    else if (step.does === 'split') {
      const [head, tail] = splitStyled(written, at);
      addAs(head, type, tail);
    } else if (step.does === 'chooseType')
      picker.current?.querySelector<HTMLElement>('input:checked')?.focus();
    else if (step.does === 'chooseExtension') {
      const next = withBracket(written.text);
      field.current?.replace({ ...written, text: next }, next.length);
    }
  };
  const completion = useCompletion({
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
      if (completesLine(accepted)) flow('Enter', next.text.length, next);
    },
  });

  const box = boxOf(
    { elementType: type, content: text.text, dual: null, originalType: null, extras: null },
    format,
  );
  const column = columnOf(box, measures);
  const lines = linesBelow(text.text, box, column, measures);
  const shape = shapeOf(text.text, lines, box.alignment, column, measures);

  const paste = (clipboard: Clipboard): boolean => {
    const copied = copiedIn(clipboard.html);
    const made = copied && !isPartOfText(copied) ? copied.elements : copied ? null : elementsIn(clipboard);
    const last = made?.at(-1);
    if (!made || !last || !onPaste) return false;
    // What stands before the caret is an element of its own, and what stands after it goes on below.
    const { start, end } = field.current?.selection() ?? { start: 0, end: 0 };
    const head = { type, text: trimStyled(sliceStyled(text, 0, start)) };
    const rest = trimStyled(sliceStyled(text, end));
    if (!isBlank(head) && !onAdd(type, liveContent(head))) return false;
    onPaste(made);
    put({ type: rest.text === '' ? typeAfter(last.elementType, afterDialogue) : type, text: rest }, true);
    return true;
  };

  const leave = () => {
    (document.activeElement as HTMLElement | null)?.blur();
    props.onLeave?.();
  };
  const act = (does: DoneBelow) => {
    if (does.is === 'flow') flow(does.key, does.caret);
    else if (does.is === 'split')
      go(splitStep({ type, text: text.text, caret: does.caret }), does.caret, text);
    else if (does.is === 'type') setLine({ type: does.type, text });
    else if (does.is === 'style') field.current?.toggle(does.style);
    else if (does.is === 'leave') leave();
    else if (does.is === 'move') props.onMove?.(does.movement);
    else props.onUndo?.(does.is);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKey(event) !== null) return;
    const isDone = parentheticalKey(event, line, field.current, (next) => setLine({ type: next, text }));
    const range = field.current?.selection() ?? { start: 0, end: 0 };
    const does = isDone ? null : keyBelow(event, text.text, lines, range, elementKeys);
    if (does) act(does);
    if (!does && !isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section ref={area} className={styles.area} aria-label="Add an element">
      {lastType === null && <p className={styles.hint}>Start with a scene heading</p>}
      <TypePicker
        ref={picker}
        type={type}
        onType={(next) => setLine({ type: next, text })}
        onDone={() => field.current?.focus()}
      />
      {(type === 'dialogue' || type === 'parenthetical') && speaker && (
        <p className={styles.speaker} style={{ marginLeft: column.leftPx }}>
          For: <b>{speaker}</b>
        </p>
      )}
      <div className={styles.entry} style={{ height: shape.heightPx }}>
        <LiveField
          key={opening.key}
          ref={field}
          isBelow
          type={type}
          box={box}
          shape={shape}
          leftPx={0}
          initial={opening.text}
          selection={opening.selection}
          takesFocus={opening.takesFocus}
          // Tab means the type here: whoever has left it goes on to what comes after.
          isTabStop={lastType === null || isFocused}
          list={completion.fieldProps}
          placeholder={elementLabels[type]}
          onText={(next) => setLine({ type: typeAfterText(line, next), text: next })}
          onSelection={({ start, end }) => setCaret(start === end ? start : null)}
          onKeyDown={onKeyDown}
          onPaste={paste}
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
      <div className={styles.foot}>
        <Button
          disabled={isBlank(line)}
          isBusy={isSaving}
          onClick={() => addAs(text, typeAfter(type, afterDialogue))}
        >
          Add Element
        </Button>
      </div>
    </section>
  );
});
