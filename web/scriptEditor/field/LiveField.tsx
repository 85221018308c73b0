import {
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { type ElementType, elementLabels, isUpperCased } from '#screenplay/element.ts';
import { isTypedInCapitals } from '#screenplay/flow.ts';
import { defaultSizePoints } from '#screenplay/layout/metrics.ts';
import type { Box } from '#screenplay/layout/sheet.ts';
import type { Clipboard } from '../clipboard/clipboardOf.ts';
import type { Completion } from '../completion/useCompletion.ts';
import { liveFieldId } from '../sheet/liveFieldId.ts';
import styles from './LiveField.module.css';
import type { FirstSelection, LiveFieldHandle, LiveText, TextRange } from './liveText.ts';
import type { FieldShape } from './shape.ts';
import { useFieldText } from './useFieldText.ts';

interface LiveFieldProps {
  type: ElementType;
  box: Box;
  shape: FieldShape;
  /** Of the whole desk, where the sheet begins. */
  leftPx: number;
  /** Names the line that is written; with another one the same field goes on there, and keeps the keyboard. */
  line: number;
  /** Read when a line is opened; from then on the browser keeps its text. */
  initial: LiveText;
  selection: FirstSelection;
  /** Of a list that completes the line, which keeps the focus. */
  list?: Completion['fieldProps'];
  /** Shown while nothing is written. */
  placeholder?: string;
  /** The field's name; that of its type where none is given. */
  label?: string;
  /** For every change, typed or not. */
  onText: (next: LiveText, isCut: boolean) => void;
  onSelection?: (range: TextRange) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** True where the screen made something else of it than a part of this text. */
  onPaste?: (clipboard: Clipboard) => boolean;
  /** Whether it has the keyboard when it opens. */
  takesFocus?: boolean;
  /** Below the script, where it stands whether somebody writes in it or not. */
  isBelow?: boolean;
  /** Whether Tab comes by it from elsewhere. */
  isTabStop?: boolean;
  onFocus?: () => void;
  onBlur?: () => void;
  ref?: Ref<LiveFieldHandle>;
}

/** The element being edited: its text, on the lines where the page has it, and nothing else on the page moves. */
export function LiveField(props: LiveFieldProps) {
  const { line, type, box, shape, leftPx, placeholder, label, takesFocus = true, isBelow = false } = props;
  const field = useRef<HTMLDivElement>(null);
  const opening = useRef({ text: props.initial, selection: props.selection, takesFocus });
  opening.current = { text: props.initial, selection: props.selection, takesFocus };
  const editing = useFieldText(field, {
    isInCapitals: isTypedInCapitals(type),
    box,
    onText: props.onText,
    onSelection: props.onSelection,
    onPaste: props.onPaste,
  });
  useImperativeHandle(props.ref, () => editing.handle, [editing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every line is opened once.
  useLayoutEffect(() => {
    const { text, selection, takesFocus: isWanted } = opening.current;
    editing.open(text, selection, isWanted);
  }, [editing, line]);
  // The menu of types takes the focus, and gives it back to its button in a task of its own.
  const openedAs = useRef({ line, type });
  useEffect(() => {
    const before = openedAs.current;
    if (before.line === line && before.type === type) return;
    openedAs.current = { line, type };
    if (isBelow || before.line !== line) return;
    const timer = setTimeout(() => field.current?.focus({ preventScroll: true }), 0);
    return () => clearTimeout(timer);
  }, [line, type, isBelow]);

  return (
    <div
      className={styles.frame}
      style={{
        top: shape.topPx,
        left: leftPx + shape.leftPx,
        width: shape.widthPx,
        height: shape.heightPx,
        textAlign: shape.align,
        ...(box.sizePoints !== defaultSizePoints && {
          fontSize: `calc(var(--script-size) * ${box.sizePoints / defaultSizePoints})`,
        }),
      }}
    >
      {shape.beside && (
        <i
          className={styles.beside}
          style={{
            float: shape.beside.side,
            height: shape.heightPx,
            shapeOutside: shape.beside.polygon,
          }}
        />
      )}
      <EditableText
        ref={field}
        className={styles.text}
        style={{
          ...weightOf(box),
          textIndent: shape.indentPx,
          textTransform: box.isAllCaps || isUpperCased(type) ? 'uppercase' : 'none',
        }}
        id={isBelow ? undefined : liveFieldId}
        role="textbox"
        tabIndex={props.isTabStop === false ? -1 : 0}
        aria-multiline="true"
        aria-label={label ?? elementLabels[type]}
        aria-placeholder={placeholder}
        {...props.list}
        data-placeholder={placeholder}
        data-underlined={box.isUnderlined || undefined}
        // A cue is a name, which no dictionary has; of all else the language is the writer's, not that of the page.
        spellCheck={type !== 'character'}
        lang=""
        onInput={editing.onInput}
        onPaste={editing.onPaste}
        onKeyDown={props.onKeyDown}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        data-below={isBelow || undefined}
      />
    </div>
  );
}

/** A row of styled texts that the browser edits; a textarea would break its lines by rules of its own. */
function EditableText(props: ComponentProps<'div'>) {
  return <div {...props} contentEditable suppressContentEditableWarning />;
}

function weightOf({ isBold, isItalic, isUnderlined }: Box) {
  return {
    fontWeight: isBold ? 700 : 400,
    fontStyle: isItalic ? 'italic' : 'normal',
    textDecoration: isUnderlined ? 'underline' : 'none',
  };
}
