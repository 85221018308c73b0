import type { KeyboardEvent } from 'react';
import { OutlineCreate } from '#shared/contract/outlines.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { draftSlot } from '#web/lib/draftStorage.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import { outlineDrafts } from './drafts.ts';
import styles from './OutlineForm.module.css';
import type { OutlineWords } from './words.ts';

interface OutlineFormProps {
  /** Key of the draft until it is saved. */
  draftKey: string;
  /** Purpose of the form: "New outline item". */
  label: string;
  /** Label of the button. */
  verb: string;
  words: OutlineWords;
  /** Save the values. If it rejects, they stay in the form. */
  onSave: (words: OutlineWords) => Promise<unknown>;
  onCancel: () => void;
}

/** Maximum lengths of the contract. */
const limits = { title: 300, content: 20_000 };

/** Show the form of title and content. Cmd/Ctrl+Enter saves, Escape cancels. */
export function OutlineForm({ draftKey, label, verb, words, onSave, onCancel }: OutlineFormProps) {
  const { form, cancel } = useOutlineForm({ draftKey, words, onSave, onCancel });
  const { draft, field, isSaving } = form;
  const titleError = excessText(draft.title.trim(), limits.title);
  const contentError = excessText(draft.content, limits.content);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposingKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.submit();
    }
    if (event.key === 'Escape' && !isSaving) {
      event.stopPropagation();
      cancel();
    }
  };

  const title = field('title');
  const content = field('content');

  return (
    <form {...form.form} className={styles.form} aria-label={label} onKeyDown={onKeyDown}>
      <TextField
        label="Title"
        {...title}
        dir="auto"
        autoFocus={!form.isTakenUp}
        autoComplete="off"
        readOnly={isSaving}
        error={titleError ?? title.error}
      />
      <TextArea
        label="Content"
        {...content}
        dir="auto"
        rows={5}
        spellCheck
        readOnly={isSaving}
        error={contentError ?? content.error}
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

type OutlineFormInput = Pick<OutlineFormProps, 'draftKey' | 'words' | 'onSave' | 'onCancel'>;

/** Hold an item while it is written; cancelling discards the draft. */
function useOutlineForm({ draftKey, words, onSave, onCancel }: OutlineFormInput) {
  const form = useForm({
    schema: OutlineCreate,
    opened: words,
    keeps: draftSlot(outlineDrafts, draftKey),
    warns: false,
    save: ({ body }) => onSave({ title: body.title, content: body.content ?? '' }),
  });
  const cancel = () => {
    form.forget();
    onCancel();
  };
  return { form, cancel };
}

function excessText(text: string, limit: number): string | undefined {
  const excess = text.length - limit;
  return excess > 0 ? `Too long by ${excess} ${excess === 1 ? 'character' : 'characters'}.` : undefined;
}
