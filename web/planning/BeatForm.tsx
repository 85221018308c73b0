import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { StoryBeat } from '#shared/contract/beats.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './BeatForm.module.css';
import { newBeat } from './newBeat.ts';
import { useEditBeat } from './planning.data.ts';

interface BeatFormProps {
  beat: StoryBeat;
  onClose: () => void;
}

/** Writes a beat where it stands. It closes when the words are stored, or when they are given up. */
export function BeatForm({ beat, onClose }: BeatFormProps) {
  const [title, setTitle] = useState(beat.title);
  const [description, setDescription] = useState(beat.description ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const titleField = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useEditBeat(beat.projectId);

  useEffect(() => {
    titleField.current?.select();
    titleField.current?.focus();
  }, []);

  const save = () => {
    if (isPending) return;
    if (title.trim() === '') {
      setProblem('Title is required');
      titleField.current?.focus();
      return;
    }
    if (title === beat.title && description === (beat.description ?? '')) return onClose();
    mutate({ beatId: beat.id, title, description }, { onSuccess: onClose });
  };
  const cancelOn = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || isPending) return;
    event.stopPropagation();
    onClose();
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
          setTitle(target.value);
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
        onChange={({ target }) => setDescription(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            save();
          }
        }}
      />
      <div className={styles.buttons}>
        <Button size="small" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button size="small" type="submit" isBusy={isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
