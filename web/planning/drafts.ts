import type { StoryBeat } from '#shared/contract/beats.ts';
import { createDraftStorage, hasTextFields } from '#web/lib/draftStorage.ts';

/** Values of a beat's form. */
export interface BeatWords {
  title: string;
  description: string;
}

export function beatWords({ title, description }: StoryBeat): BeatWords {
  return { title, description: description ?? '' };
}

/** Return the key of a beat's draft. */
export function beatDraftKey({ projectId, id }: StoryBeat): string {
  return `beat:${projectId}:${id}`;
}

export const beatDrafts = createDraftStorage(hasTextFields('title', 'description'));

export function isSameBeatWords(one: BeatWords, other: BeatWords): boolean {
  return one.title === other.title && one.description === other.description;
}

/** Return whether there is an unsaved draft of the beat. */
export function isUnsavedBeat(beat: StoryBeat): boolean {
  const kept = beatDrafts.of(beatDraftKey(beat));
  return kept !== null && !isSameBeatWords(kept, beatWords(beat));
}
