import type { QueryClient } from '@tanstack/react-query';
import { conceptRatio } from '#shared/contract/concept.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { GenerationTask as Picture } from '#web/ai/generationTask.ts';
import { isOutOfCredits, showOutOfCredits } from '#web/ai/outOfCredits.ts';
import { aiStateQuery, showBalance } from '#web/assistant/assistant.data.ts';
import { ideaToasts } from '#web/idea/ideaToasts.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { projectQuery, showProject } from '#web/projects/projects.data.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { drawConceptImage } from './idea.data.ts';
import { type IdeaTexts, trimmed } from './texts.ts';

/** Generation of a project's concept image. It continues while the view is closed. */
export class PictureFrame {
  readonly #client: QueryClient;
  readonly #projectId: number;
  readonly #picture = new Picture();

  constructor(client: QueryClient, projectId: number) {
    this.#client = client;
    this.#projectId = projectId;
  }

  readonly state = this.#picture.state;
  readonly watch = this.#picture.watch;
  readonly cancel = this.#picture.cancel;

  readonly draw = async (texts: IdeaTexts): Promise<void> => {
    const { name: title, logline, synopsis } = trimmed(texts);
    if (title === '') {
      toast(ideaToasts.titleRequired);
      return;
    }
    const body = { title, logline, synopsis, aspectRatio: conceptRatio };
    await this.#picture.draw(JSON.stringify(body), {
      ask: async (options) => {
        const { project, creditBalance } = await drawConceptImage(this.#projectId, body, options);
        await showProject(this.#client, project);
        showBalance(this.#client, this.#projectId, creditBalance);
      },
      lost: () => this.#askAgain(),
      failed: (error) => this.#tell(error),
    });
  };

  #tell(error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    if (isOutOfCredits(error)) showOutOfCredits();
    else if (status === 403) {
      // The owner has switched AI off, or the role has changed: the view shows which.
      this.#askAgain();
      const description = messageOf(error, ideaToasts.conceptImageFailed.description);
      toast({ ...ideaToasts.conceptImageFailed, description });
    } else toast(ideaToasts.conceptImageFailed);
  }

  #askAgain(): void {
    const { queryKey: projectKey } = projectQuery(encodeProjectId(this.#projectId));
    for (const queryKey of [projectKey, aiStateQuery(this.#projectId).queryKey, currentUserQuery.queryKey]) {
      void this.#client.invalidateQueries({ queryKey, exact: true });
    }
  }
}
