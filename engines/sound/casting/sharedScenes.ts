import { type SpokenElement, speakerKey, speakersOf } from '#screenplay/cue.ts';
import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';

/** Counts the scenes in which two people both speak: `countOf('MARA', 'TOBIAS')`. */
export class SharedSceneCounts {
  readonly #scenes = new Map<string, Set<number>>();
  readonly #speeches = new Map<string, number>();

  /** Elements in script order. Text before the first heading counts as a scene. */
  constructor(elements: readonly (SpokenElement & { sceneId: number | null })[]) {
    for (const [index, speaker] of speakersOf(elements).entries()) {
      const element = elements[index];
      if (speaker === null || !isDialogueType(element?.elementType)) continue;
      const key = speakerKey(speaker);
      this.#scenes.set(key, (this.#scenes.get(key) ?? new Set()).add(element.sceneId ?? 0));
      this.#speeches.set(key, (this.#speeches.get(key) ?? 0) + 1);
    }
  }

  countOf(name: string, other: string): number {
    const own = this.#scenes.get(speakerKey(name));
    const others = this.#scenes.get(speakerKey(other));
    if (!own || !others) return 0;
    let count = 0;
    for (const scene of own) if (others.has(scene)) count++;
    return count;
  }

  /** Return how many lines a person has. */
  linesOf(name: string): number {
    return this.#speeches.get(speakerKey(name)) ?? 0;
  }
}
