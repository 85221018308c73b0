import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { StoryBeat } from '#shared/contract/beats.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './BeatForm.module.css';
import { type BeatWords, beatDraftKey, beatDrafts, beatWords, isSameBeatWords } from './drafts.ts';
import { newBeat } from './newBeat.ts';
import { useEditBeat } from './planning.data.ts';

interface BeatFormProps {
  beat: StoryBeat;
  onClose: () => void;
}

/**
 * Writes a beat where it stands. It closes when the words are stored, or when they are given up; those of a view that
 * went away are there again.
 */
export function BeatForm({ beat, onClose }: BeatFormProps) {
  const key = beatDraftKey(beat);
  const [kept] = useState(() => beatDrafts.of(key));
  const [words, setWords] = useState(kept ?? beatWords(beat));
  const { title, description } = words;
  const [page, setPage] = useState(beat.pageNumber === null ? '' : `${beat.pageNumber}`);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const titleField = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useEditBeat(beat.projectId);
  const isAsStored = (next: BeatWords) => isSameBeatWords(next, beatWords(beat));

  useEffect(() => {
    if (kept) return;
    titleField.current?.select();
    titleField.current?.focus();
  }, [kept]);

  const write = (change: Partial<BeatWords>) => {
    const next = { ...words, ...change };
    setWords(next);
    beatDrafts.keep(key, isAsStored(next) ? null : next);
  };
  const close = () => {
    beatDrafts.keep(key, null);
    onClose();
  };
  const save = () => {
    if (isPending) return;
    if (title.trim() === '') {
      setProblem('Title is required');
      titleField.current?.focus();
      return;
    }
    const pageNumber = Number(page) >= 1 ? Math.floor(Number(page)) : null;
    if (isAsStored(words) && pageNumber === beat.pageNumber) return close();
    const isMoved = pageNumber !== beat.pageNumber;
    mutate({ beatId: beat.id, ...words, ...(isMoved && { pageNumber }) }, { onSuccess: close });
  };
  const cancelOn = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || isPending) return;
    event.stopPropagation();
    close();
  };

  return (
    <form
      className={styles.form}
      aria-label={`Edit ${beat.title}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={cancelOn}
    >
      <input
        ref={titleField}
        className={`${styles.field} ${styles.title}`}
        aria-label="Title"
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        maxLength={300}
        dir="auto"
        value={title}
        onChange={({ target }) => {
          write({ title: target.value });
          setProblem(null);
        }}
      />
      {problem && (
        <p className={styles.problem} id={problemId} role="alert">
          {problem}
        </p>
      )}
      <textarea
        className={styles.field}
        aria-label="Description"
        rows={4}
        maxLength={10_000}
        dir="auto"
        value={description}
        onFocus={({ target }) => {
          // What it begins with is there to be written over.
          if (target.value === newBeat.description) target.select();
        }}
        onChange={({ target }) => write({ description: target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            save();
          }
        }}
      />
      <label className={styles.page}>
        Planned page
        <input
          type="number"
          min={1}
          max={9999}
          inputMode="numeric"
          className={styles.field}
          value={page}
          onChange={({ target }) => setPage(target.value)}
        />
      </label>
      <div className={styles.buttons}>
        <Button size="small" disabled={isPending} onClick={close}>
          Cancel
        </Button>
        <Button size="small" type="submit" isBusy={isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
