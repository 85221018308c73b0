import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import { outlineDrafts } from './drafts.ts';
import styles from './OutlineForm.module.css';
import { isSameOutlineWords, type OutlineWords } from './words.ts';

interface OutlineFormProps {
  /** Where what is written here is kept until it is saved. */
  draftKey: string;
  /** What the form is for: "New outline item". */
  label: string;
  /** On the button. */
  verb: string;
  words: OutlineWords;
  /** Rejects where the server refuses; the words then stay. */
  onSave: (words: OutlineWords) => Promise<unknown>;
  onCancel: () => void;
}

/** As in the contract. */
const limits = { title: 300, content: 20_000 };

/** Title and content. Cmd or Ctrl with Enter saves, Escape cancels. */
export function OutlineForm({ draftKey, label, verb, words, onSave, onCancel }: OutlineFormProps) {
  const [kept] = useState(() => outlineDrafts.of(draftKey));
  const [{ title, content }, setWords] = useState(kept ?? words);
  const [isAsked, setIsAsked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const contentField = useRef<HTMLTextAreaElement>(null);
  const titleError =
    isAsked && title.trim() === '' ? 'Title is required' : excessText(title.trim(), limits.title);
  const contentError = excessText(content, limits.content);

  const write = (next: OutlineWords) => {
    setWords(next);
    outlineDrafts.keep(draftKey, isSameOutlineWords(next, words) ? null : next);
  };
  const cancel = () => {
    outlineDrafts.keep(draftKey, null);
    onCancel();
  };
  const save = async () => {
    if (isSaving) return;
    setIsAsked(true);
    if (title.trim() === '' || title.trim().length > limits.title) return titleField.current?.focus();
    if (contentError) return contentField.current?.focus();
    setIsSaving(true);
    try {
      await onSave({ title: title.trim(), content: content.trimEnd() });
      outlineDrafts.keep(draftKey, null);
    } catch {
      // The caller has told it; what was written stays to be sent again.
      setIsSaving(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
    if (event.key === 'Escape' && !isSaving) {
      event.stopPropagation();
      cancel();
    }
  };

  return (
    <form className={styles.form} aria-label={label} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <TextField
        ref={titleField}
        label="Title"
        value={title}
        dir="auto"
        autoFocus={!kept}
        autoComplete="off"
        readOnly={isSaving}
        error={titleError}
        onChange={({ target }) => write({ title: target.value, content })}
      />
      <TextArea
        ref={contentField}
        label="Content"
        value={content}
        dir="auto"
        rows={5}
        spellCheck
        readOnly={isSaving}
        error={contentError}
        onChange={({ target }) => write({ title, content: target.value })}
      />
      <div className={styles.foot}>
        <Button disabled={isSaving} onClick={cancel}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" isBusy={isSaving}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

function excessText(text: string, limit: number): string | undefined {
  const excess = text.length - limit;
  return excess > 0 ? `Too long by ${excess} ${excess === 1 ? 'character' : 'characters'}.` : undefined;
}
