import {
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { elementLabels, isUpperCased } from '#screenplay/elementTypes/table.ts';
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
  /** Left edge of the sheet within the editor. */
  leftPx: number;
  /** Key of the line. With another key the same field continues there and keeps the focus. */
  line: number;
  /** Read when a line is opened; afterwards the browser has the text. */
  initial: LiveText;
  selection: FirstSelection;
  /** Props of a completion list, while the field keeps the focus. */
  list?: Completion['fieldProps'];
  /** Shown while the field is empty. */
  placeholder?: string;
  /** Accessible name; by default that of the type. */
  label?: string;
  /** Called for every change, typed or not. */
  onText: (next: LiveText, isCut: boolean) => void;
  onSelection?: (range: TextRange) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Returns true if the screen handled the content. */
  onPaste?: (clipboard: Clipboard) => boolean;
  /** Copies a part of the text, or all of it. Returns false if it cannot. */
  onCopy?: (data: DataTransfer, range: TextRange) => boolean;
  /** Undo or redo of the script. Without it the browser undoes typing. */
  onHistory?: (direction: 'undo' | 'redo') => void;
  /** Whether the field takes the focus when it opens. */
  takesFocus?: boolean;
  /** The bottom input, which is always visible. */
  isBelow?: boolean;
  /** Whether Tab reaches it. */
  isTabStop?: boolean;
  onFocus?: () => void;
  onBlur?: () => void;
  ref?: Ref<LiveFieldHandle>;
}

/** The active line: its text in the lines of the page. Nothing else on the page moves. */
export function LiveField(props: LiveFieldProps) {
  const { line, type, box, shape, leftPx, placeholder, label, takesFocus = true, isBelow = false } = props;
  const field = useRef<HTMLDivElement>(null);
  const opening = useRef({ text: props.initial, selection: props.selection, takesFocus });
  opening.current = { text: props.initial, selection: props.selection, takesFocus };
  const editing = useFieldText(field, {
    type,
    isBelow,
    isInCapitals: isUpperCased(type),
    box,
    onText: props.onText,
    onSelection: props.onSelection,
    onPaste: props.onPaste,
    onCopy: props.onCopy,
    onHistory: props.onHistory,
  });
  useImperativeHandle(props.ref, () => editing.handle, [editing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line opens the same field
  useLayoutEffect(() => {
    const { text, selection, takesFocus } = opening.current;
    editing.open(text, selection, takesFocus);
  }, [editing, line]);
  // The menu of types returns the focus to its button in a later task.
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
        dir={box.isRightToLeft ? 'rtl' : undefined}
        role="textbox"
        tabIndex={props.isTabStop === false ? -1 : 0}
        aria-multiline="true"
        aria-label={label ?? elementLabels[type]}
        aria-placeholder={placeholder}
        {...props.list}
        data-placeholder={placeholder}
        data-underlined={box.isUnderlined || undefined}
        // The browser's check may send the text away. Ours is web/script/spelling/.
        spellCheck={false}
        // The language is the writer's, not the page's.
        lang=""
        onInput={editing.onInput}
        onPaste={editing.clipboard.onPaste}
        onCopy={editing.clipboard.onCopy}
        onCut={editing.clipboard.onCopy}
        onKeyDown={props.onKeyDown}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        data-below={isBelow || undefined}
      />
    </div>
  );
}

/** Styled texts that the browser edits. A textarea would break lines by its own rules. */
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
