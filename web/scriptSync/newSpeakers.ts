import type { QueryClient } from '@tanstack/react-query';
import { plainTextType } from '#screenplay/element.ts';
import { maxNameLength } from '#screenplay/limits.ts';
import { createCharacter } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import type { Change, ElementText, QueuedEdit } from './change.ts';
import { charactersQuery } from './script.data.ts';
import { callDeadlineMs } from './sendOutcome.ts';
import { newSpeaker } from './speakers.ts';

interface NewSpeakersInput {
  client: QueryClient;
  projectId: number;
  /** Returns the stored elements. */
  elements: () => readonly Element[];
}

/** Creates a character for each name that speaks for the first time (docs/spec/script.md). */
export class NewSpeakers {
  readonly #projectId: number;
  readonly #elements: NewSpeakersInput['elements'];
  readonly #cast: ReturnType<typeof castCache>;

  constructor({ client, projectId, elements }: NewSpeakersInput) {
    this.#projectId = projectId;
    this.#elements = elements;
    this.#cast = castCache(client, projectId);
  }

  /** Create the characters that a change introduces, before it is sent. */
  async createOf({ type, isTyping, edits, finishedCues }: Change): Promise<void> {
    // Undo, redo and joined lines introduce no new speaker.
    if (type === 'edit' && !isTyping && !edits.some((edit) => edit.type === 'delete'))
      await this.#createFrom(edits.flatMap((edit) => this.#textsOf(edit)));
    if (finishedCues) await this.#createFrom(finishedCues);
  }

  async #createFrom(texts: readonly ElementText[]): Promise<void> {
    for (const { elementType, content } of texts) {
      const name = newSpeaker(elementType, content, this.#cast.rows());
      if (name !== null && name.length <= maxNameLength) await this.#create(name);
    }
  }

  async #create(name: string): Promise<void> {
    try {
      const input = { params: { id: this.#projectId }, body: { name } };
      this.#cast.put(await call(createCharacter, input, { deadlineMs: callDeadlineMs }));
    } catch (error) {
      // Store the cue even if its character cannot be created.
      if (error instanceof ApiError && (error.status === 400 || error.status === 422)) return;
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      // Someone else has just created it.
      await this.#cast.invalidate();
    }
  }

  #textsOf(edit: QueuedEdit): readonly ElementText[] {
    if (edit.type === 'insert') return edit.elements;
    if (edit.type !== 'update' || edit.fields.content === undefined) return [];
    const stored = this.#elements().find(({ id }) => id === edit.id);
    const elementType = edit.fields.elementType ?? stored?.elementType ?? plainTextType;
    return [{ elementType, content: edit.fields.content }];
  }
}

function castCache(client: QueryClient, projectId: number) {
  return listCache(client, charactersQuery(projectId));
}
