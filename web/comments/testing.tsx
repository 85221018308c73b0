import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { comments } from '#server/db/schema/script.ts';
import { type Element, listElements } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { aBrowser, type BrowserOptions, type TestBrowser } from '#test/browser.ts';
import type { Name } from '#test/world.ts';
import { call } from '#web/lib/api.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { CommentsPanel } from './CommentsPanel.tsx';
import type { CommentTarget } from './target.ts';

type CommentRow = typeof comments.$inferSelect;
type Given = Partial<typeof comments.$inferInsert> & { by?: Name };

/** Store a comment, by Cora unless given otherwise, newer than earlier ones. */
export async function aComment(browser: TestBrowser, given: Given = {}): Promise<CommentRow> {
  const [comment] = await storeComments(browser, [given]);
  if (!comment) throw new Error('No comment was stored');
  return comment;
}

/** Store Cora's comments, in this order. */
export function someComments(browser: TestBrowser, contents: readonly string[]): Promise<CommentRow[]> {
  return storeComments(
    browser,
    contents.map((content) => ({ content })),
  );
}

function storeComments({ db, people, project }: TestBrowser, given: readonly Given[]): Promise<CommentRow[]> {
  const rows = given.map(({ by = 'cora', ...columns }) => ({
    projectId: project.id,
    userId: people[by].id,
    content: 'Could Tobias stay under the lorry?',
    wasOnElement: columns.scriptElementId != null,
    ...columns,
  }));
  return db.insert(comments).values(rows).returning();
}

type Props = Partial<Omit<ComponentProps<typeof CommentsPanel>, 'project'>>;

/** Open a project whose only speech is by Tobias. */
export async function atTheSpeech(options: BrowserOptions = {}) {
  const browser = await aBrowser({
    lines: [
      ['scene_heading', 'INT. CAR DECK - LATER'],
      ['character', 'TOBIAS'],
      ['dialogue', 'She came aboard with *one suitcase*.'],
    ],
    ...options,
  });
  const elements = await call(listElements, { params: { id: browser.code }, query: {} });
  const speech = elements.at(-1) as Element;
  return { ...browser, elements, speech };
}

interface Opened {
  client: QueryClient;
  /** Re-render the panel with other props. */
  change: (props: Props) => void;
  close: () => void;
}

/** Show the panel in that browser. */
export function openPanel({ project, user }: TestBrowser, props: Props = {}): Opened {
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, user);
  const view = (more: Props) => (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <Screen project={project} {...props} {...more} />
      </TooltipProvider>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(view({}));
  return { client, change: (more) => rerender(view(more)), close: unmount };
}

/** Holds the target as the script screen does. */
function Screen({ target = null, onClearTarget, ...props }: Props & { project: Project }) {
  const [cleared, setCleared] = useState<CommentTarget | null>(null);
  return (
    <CommentsPanel
      elements={[]}
      activeThreadId={null}
      onGo={() => undefined}
      {...props}
      target={target === cleared ? null : target}
      onClearTarget={() => {
        setCleared(target);
        onClearTarget?.();
      }}
    />
  );
}
