import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Project } from '#shared/contract/projects.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, json, priced, type Seen, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { IdeaScreen } from './IdeaScreen.tsx';

const path = '/api/projects/PrQTbI';

/** The server's side of one project; a test may put other answers in the place of these. */
export class IdeaServer {
  project: Project;
  ai = priced;
  /** Answers a save, or an image, in place of the server. */
  instead: ((seen: Seen) => Response | Promise<Response>) | null = null;
  seen: Seen[] = [];

  constructor(changes: Partial<Project> = {}) {
    this.project = aProject({
      logline: 'A purser counts one too many.',
      synopsis: 'Mara counts.',
      ...changes,
    });
  }

  /** Bodies of the saves. */
  get saves(): Record<string, unknown>[] {
    return this.#bodies('PATCH', path);
  }

  /** Bodies of the calls for an image. */
  get drawn(): Record<string, unknown>[] {
    return this.#bodies('POST', `${path}/generate-concept-image`);
  }

  /** The key of each call for an image. */
  get keys(): (string | null)[] {
    const calls = this.seen.filter(({ method }) => method === 'POST');
    return calls.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
  }

  serve(answers: Parameters<typeof serve>[0] = {}): void {
    this.seen = serve({
      [`GET ${path}`]: () => json(this.project),
      [`GET ${path}/ai`]: () => json(this.ai),
      'GET /api/projects': () => json([this.project]),
      'GET /api/auth/user': () => json(aUser({ creditBalance: this.ai.creditBalance })),
      [`PATCH ${path}`]: (seen) => this.instead?.(seen) ?? this.save(seen),
      [`POST ${path}/generate-concept-image`]: (seen) =>
        this.instead?.(seen) ?? this.draw('/uploads/new.png'),
      ...answers,
    });
  }

  save({ init }: Seen): Response {
    this.project = { ...this.project, ...JSON.parse(String(init.body)) };
    return json(this.project);
  }

  draw(conceptImageUrl: string): Response {
    const image = { conceptImageUrl, conceptImagePrompt: 'A ferry', conceptImageAspectRatio: '2.35:1' };
    this.project = { ...this.project, ...image };
    return json({ ...image, project: this.project, creditBalance: 392 });
  }

  #bodies(method: string, address: string): Record<string, unknown>[] {
    return this.seen
      .filter((call) => call.method === method && call.path === address)
      .map(({ init }) => JSON.parse(String(init.body)));
  }
}

/** The view on its own, as the workspace shows it. */
export function openIdea(server: IdeaServer, answers: Parameters<typeof serve>[0] = {}) {
  // What the test before has told is not told now.
  for (const { id } of currentToasts()) dismissToast(id);
  server.serve(answers);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, aUser({ creditBalance: 412 }));
  client.setQueryData(projectQuery('PrQTbI').queryKey, server.project);
  const show = () =>
    render(
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <View />
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>,
    );
  const first = show();
  return {
    client,
    user: userEvent.setup(),
    leave: first.unmount,
    comeBack: () => act(async () => void show()),
  };
}

function View() {
  const { data } = useQuery(projectQuery('PrQTbI'));
  return data ? <IdeaScreen project={data} /> : null;
}
