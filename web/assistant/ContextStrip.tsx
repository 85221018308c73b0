import { X } from 'lucide-react';
import { plainText } from '#screenplay/emphasis.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './AssistantPanel.module.css';
import type { AssistantContext } from './context.ts';

interface ContextStripProps {
  context: AssistantContext;
  onGo: (elementId: number) => void;
  onClear: () => void;
}

/** Show the subject of the next question: the selected words or the element. */
export function ContextStrip({ context, onGo, onClear }: ContextStripProps) {
  const { elementId, label, content, selectedText } = context;
  return (
    <section className={styles.context} aria-label="Selected context">
      <button type="button" className={styles.about} onClick={() => onGo(elementId)}>
        <VisuallyHidden>Go to</VisuallyHidden>{' '}
        <span className={styles.place}>{selectedText ? `Words of ${label}` : label}</span>{' '}
        <q className={styles.words}>{selectedText ?? plainText(content)}</q>
      </button>
      <IconButton
        label="Ask about the whole script instead"
        size="small"
        className={styles.clear}
        onClick={onClear}
      >
        <X size={14} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </section>
  );
}
