import { type ComponentProps, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { type ElementType, elementLabels, isUpperCased } from '#screenplay/element.ts';
import type { Box } from '#screenplay/layout/sheet.ts';
import { type FirstSelection, select, textFor, textIn } from './caret.ts';
import styles from './LiveField.module.css';
import type { FieldShape } from './shape.ts';

interface LiveFieldProps {
  type: ElementType;
  box: Box;
  shape: FieldShape;
  /** Of the whole desk, where the sheet begins. */
  leftPx: number;
  /** Read when the field opens; from then on the browser keeps the text. */
  initialText: string;
  selection: FirstSelection;
  isSaving: boolean;
  describedBy: string | undefined;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The element being edited: its text, on the lines where the page has it, and nothing else on the page moves. */
export function LiveField(props: LiveFieldProps) {
  const { type, box, shape, leftPx, isSaving, describedBy, onText, onKeyDown } = props;
  const field = useRef<HTMLDivElement>(null);
  const opening = useRef({ text: props.initialText, selection: props.selection });

  useLayoutEffect(() => {
    if (!field.current) return;
    field.current.textContent = textFor(opening.current.text);
    field.current.focus({ preventScroll: true });
    select(field.current, opening.current.selection);
  }, []);
  // The menu of types takes the focus, and gives it back to its button in a task of its own.
  const openedAs = useRef(type);
  useEffect(() => {
    if (openedAs.current === type) return;
    openedAs.current = type;
    const timer = setTimeout(() => field.current?.focus({ preventScroll: true }), 0);
    return () => clearTimeout(timer);
  }, [type]);
  useTypedCapitals(field, isUpperCased(type));

  return (
    <div
      className={styles.frame}
      style={{
        top: shape.topPx,
        left: leftPx + shape.leftPx,
        width: shape.widthPx,
        height: shape.heightPx,
        textAlign: shape.align,
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
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={elementLabels[type]}
        aria-busy={isSaving || undefined}
        aria-describedby={describedBy}
        spellCheck
        onInput={(event) => onText(textIn(event.currentTarget))}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** One plain text that the browser edits; a textarea would break its lines by rules of its own. */
function EditableText(props: ComponentProps<'div'>) {
  return <div {...props} contentEditable="plaintext-only" suppressContentEditableWarning />;
}

function weightOf({ isBold, isItalic, isUnderlined }: Box) {
  return {
    fontWeight: isBold ? 700 : 400,
    fontStyle: isItalic ? 'italic' : 'normal',
    textDecoration: isUnderlined ? 'underline' : 'none',
  };
}

/**
 * Letters typed into a heading or a cue are capitals in the text, too. The browser inserts them, so that its
 * undo knows of them; input methods compose undisturbed and are put right when the text is read.
 */
function useTypedCapitals(field: React.RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = field.current;
    if (!element || !isOn) return;
    const onBeforeInput = (event: InputEvent) => {
      const text = event.data ?? event.dataTransfer?.getData('text/plain');
      if (event.isComposing || !event.inputType.startsWith('insert') || !text) return;
      const capitals = text.toUpperCase();
      if (capitals === text || !event.cancelable) return;
      event.preventDefault();
      document.execCommand('insertText', false, capitals);
    };
    element.addEventListener('beforeinput', onBeforeInput);
    return () => element.removeEventListener('beforeinput', onBeforeInput);
  }, [field, isOn]);
}
