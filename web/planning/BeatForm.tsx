import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { BeatPatch, type StoryBeat } from '#shared/contract/beats.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { draftSlot } from '#web/lib/draftStorage.ts';
import { formValuesOf } from '#web/lib/formBody.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './BeatForm.module.css';
import { beatDraftKey, beatDrafts } from './drafts.ts';
import { newBeat } from './newBeat.ts';
import { useEditBeat } from './planning.data.ts';

interface BeatFormProps {
  beat: StoryBeat;
  onClose: () => void;
}

/**
 * Edit a beat in its place. The form closes when its text is stored or discarded; the draft of a
 * closed view is restored.
 */
export function BeatForm({ beat, onClose }: BeatFormProps) {
  const problemId = useId();
  const { form, problem, titleField, close } = useBeatForm(beat, onClose);
  const { isSaving, problems } = form;
  const cancelOn = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposingKey(event) || isSaving) return;
    event.stopPropagation();
    close();
  };

  const { error: _title, ...titleProps } = form.field('title');
  const { error: _page, ...page } = form.field('pageNumber');

  return (
    <form {...form.form} className={styles.form} aria-label={`Edit ${beat.title}`} onKeyDown={cancelOn}>
      <input
        ref={titleField}
        className={`${styles.field} ${styles.title}`}
        aria-label="Title"
        aria-invalid={problems.title !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        maxLength={300}
        dir="auto"
        {...titleProps}
      />
      {problem && (
        <p className={styles.problem} id={problemId} role="alert">
          {problem}
        </p>
      )}
      <DescriptionField form={form} />
      <label className={styles.page}>
        Planned page
        <input type="number" min={1} max={9999} inputMode="numeric" className={styles.field} {...page} />
      </label>
      <div className={styles.buttons}>
        <Button size="small" disabled={isSaving} onClick={close}>
          Cancel
        </Button>
        <Button size="small" type="submit" isBusy={isSaving}>
          Save
        </Button>
      </div>
    </form>
  );
}

function DescriptionField({ form }: Pick<ReturnType<typeof useBeatForm>, 'form'>) {
  const { error: _description, ...description } = form.field('description');
  return (
    <textarea
      className={styles.field}
      aria-label="Description"
      rows={4}
      maxLength={10_000}
      dir="auto"
      {...description}
      onFocus={({ target }) => {
        // Select the placeholder text, so that typing replaces it.
        if (target.value === newBeat.description) target.select();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposingKey(event)) {
          event.preventDefault();
          form.submit();
        }
      }}
    />
  );
}

/** Hold the form of a beat. The title is selected when the form opens. */
function useBeatForm(beat: StoryBeat, onClose: () => void) {
  const titleField = useRef<HTMLInputElement>(null);
  const { mutateAsync } = useEditBeat(beat.projectId);
  const form = useForm({
    schema: BeatPatch,
    opened: () => formValuesOf(beat, ['title', 'description', 'pageNumber']),
    keeps: draftSlot(beatDrafts, beatDraftKey(beat)),
    meant: (draft) => ({ ...draft, pageNumber: pageOf(draft.pageNumber) }),
    warns: false,
    save({ body, changes }) {
      if (Object.keys(changes).length > 0) {
        const words = { title: body.title ?? '', description: body.description ?? '' };
        const { pageNumber } = changes;
        return mutateAsync({ beatId: beat.id, ...words, ...(pageNumber !== undefined && { pageNumber }) });
      }
      close();
      return null;
    },
    onSaved: onClose,
  });
  const { isTakenUp, problems } = form;
  const problem = problems.title ?? problems.description ?? problems.pageNumber;

  useEffect(() => {
    if (isTakenUp) return;
    titleField.current?.select();
    titleField.current?.focus();
  }, [isTakenUp]);

  const close = () => {
    form.forget();
    onClose();
  };

  return { form, problem, titleField, close };
}

/** Return the whole page number of a text; empty if there is none */
function pageOf(text: string): string {
  return Number(text) >= 1 ? `${Math.floor(Number(text))}` : '';
}
