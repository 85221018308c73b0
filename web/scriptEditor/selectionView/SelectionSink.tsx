import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { isComposingInput, isComposingKey } from '#web/lib/composition.ts';
import { pressEnter } from '../field/softEnter.ts';
import styles from './SelectionSink.module.css';

interface SelectionSinkProps {
  /** Any value that changes with the selection. */
  selection: object;
  /** Selected text for screen readers; only the beginning of a long one. */
  text: string;
  label: string;
  canWrite: boolean;
  topPx: number;
  leftPx: number;
  /** Returns true if the key was handled. */
  onKey: (event: KeyboardEvent) => boolean;
  /** Called with text typed or composed over the selection. */
  onText: (text: string) => void;
  onClipboard: (event: ClipboardEvent) => void;
}

/**
 * Hold the focus while the selection spans several elements, in a field at its moving end. The
 * field contains the selected text, so that typing, composing, copying and pasting work as in any
 * text.
 */
export function SelectionSink(props: SelectionSinkProps) {
  const { selection, text, label, canWrite, topPx, leftPx, onKey, onText, onClipboard } = props;
  const sink = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keyboard goes to every new selection.
  useLayoutEffect(() => {
    const node = sink.current;
    if (!node) return;
    node.value = text === '' ? ' ' : text;
    node.focus({ preventScroll: true });
    node.select();
  }, [selection, text]);
  const give = (node: HTMLTextAreaElement) => {
    node.removeAttribute('data-composing');
    onText(node.value);
  };
  return (
    <textarea
      ref={sink}
      className={styles.sink}
      style={{ top: topPx, left: leftPx }}
      aria-label={label}
      readOnly={!canWrite}
      spellCheck={false}
      rows={1}
      data-selection-sink=""
      onKeyDown={(event) => {
        if (isComposingKey(event)) return;
        if (!onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onInput={({ currentTarget, nativeEvent }) => {
        if (isComposingInput(nativeEvent)) return;
        // Keyboards of phones report no key for Enter.
        if (currentTarget.value !== '\n' || !pressEnter(currentTarget)) give(currentTarget);
      }}
      onCompositionStart={({ currentTarget }) => currentTarget.setAttribute('data-composing', '')}
      onCompositionEnd={({ currentTarget }) => give(currentTarget)}
      onCopy={onClipboard}
      onCut={onClipboard}
      onPaste={onClipboard}
    />
  );
}
