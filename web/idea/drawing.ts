import type { QueryClient } from '@tanstack/react-query';
import { conceptRatio } from '#shared/contract/concept.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { aiStateQuery, showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { isOutOfCredits, tellOutOfCredits } from '#web/lib/outOfCredits.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { projectQuery, showProject } from '#web/projects/projects.data.ts';
import { drawConceptImage } from './idea.data.ts';
import { type IdeaTexts, trimmed } from './texts.ts';

export type DrawingState = 'none' | 'drawing' | 'drawn';

/** The concept image of one project while it is made; it goes on while the view is away. */
export class Drawing {
  #state: DrawingState = 'none';
  readonly #client: QueryClient;
  readonly #projectId: number;
  readonly #listeners = new Set<() => void>();
  #abort: AbortController | null = null;
  /** A call that broke off, which the server may have answered: pressed again, it goes under the same key. */
  #unanswered: { body: string; key: string } | null = null;

  constructor(client: QueryClient, projectId: number) {
    this.#client = client;
    this.#projectId = projectId;
  }

  readonly state = (): DrawingState => this.#state;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly draw = async (texts: IdeaTexts): Promise<void> => {
    if (this.#abort) return;
    const { name: title, logline, synopsis } = trimmed(texts);
    if (title === '') {
      toast(toastTexts.titleRequired);
      return;
    }
    const { signal } = this.#begin();
    try {
      const body = { title, logline, synopsis, aspectRatio: conceptRatio };
      const options = { signal, idempotencyKey: this.#keyFor(JSON.stringify(body)) };
      const { project, creditBalance } = await drawConceptImage(this.#projectId, body, options);
      this.#unanswered = null;
      await showProject(this.#client, project);
      showBalance(this.#client, this.#projectId, creditBalance);
      this.#end('drawn');
    } catch (error) {
      this.#end('none');
      if (signal.aborted || error instanceof ApiError) this.#unanswered = null;
      // It may have been drawn all the same, and paid for.
      if (!(error instanceof ApiError)) this.#askAgain();
      if (!signal.aborted) this.#tell(error);
    }
  };

  readonly cancel = (): void => this.#abort?.abort();

  #begin(): AbortController {
    this.#abort = new AbortController();
    this.#set('drawing');
    return this.#abort;
  }

  #end(state: DrawingState): void {
    this.#abort = null;
    this.#set(state);
  }

  #tell(error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    if (isOutOfCredits(error)) tellOutOfCredits();
    else if (status === 403) {
      // The owner has switched AI off, or the role has changed: the view shows which.
      this.#askAgain();
      const description = messageOf(error, toastTexts.conceptImageFailed.description);
      toast({ ...toastTexts.conceptImageFailed, description });
    } else toast(toastTexts.conceptImageFailed);
  }

  #askAgain(): void {
    const { queryKey: projectKey } = projectQuery(encodeProjectId(this.#projectId));
    for (const queryKey of [projectKey, aiStateQuery(this.#projectId).queryKey, currentUserQuery.queryKey]) {
      void this.#client.invalidateQueries({ queryKey, exact: true });
    }
  }

  #keyFor(body: string): string {
    const key = this.#unanswered?.body === body ? this.#unanswered.key : crypto.randomUUID();
    this.#unanswered = { body, key };
    return key;
  }

  #set(state: DrawingState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
