import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { vi } from 'vitest';
import type { Comment, CommentCreate } from '#shared/contract/comments.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, json, refusal } from '#web/lib/testing.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { CommentsPanel } from './CommentsPanel.tsx';
import type { CommentTarget } from './target.ts';

export const people = {
  olive: { firstName: 'Olive', lastName: 'Owner', email: 'olive@example.com' },
  eddie: { firstName: 'Eddie', lastName: 'Editor', email: 'eddie@example.com' },
  cora: { firstName: 'Cora', lastName: 'Commenter', email: 'cora@example.com' },
} as const;

let made = 0;

/** Cora's, unless told otherwise; younger than those made before. */
export function aComment(changes: Partial<Comment> = {}): Comment {
  const id = ++made;
  return {
    id,
    projectId: 1,
    userId: 'cora',
    scriptElementId: null,
    wasOnElement: changes.scriptElementId != null,
    selectedText: null,
    selectionStart: null,
    selectionEnd: null,
    content: 'Could Tobias stay under the lorry?',
    isResolved: false,
    parentCommentId: null,
    createdAt: new Date(Date.UTC(2026, 0, 5) + id * 1000).toISOString(),
    user: people.cora,
    ...changes,
  };
}

export function anElement(changes: Partial<Element> = {}): Element {
  return {
    id: 7,
    projectId: 1,
    sceneId: 1,
    elementType: 'dialogue',
    content: 'She came aboard with *one suitcase*.',
    characterName: 'TOBIAS',
    parenthetical: null,
    soundEffectUrl: null,
    soundEffectText: null,
    dialogueAudioUrl: null,
    audioVolume: 0.5,
    audioOverlapSeconds: 0,
    orderIndex: 10,
    sequenceNumber: 0,
    version: 1,
    originalType: null,
    dual: null,
    extras: null,
    ...changes,
  };
}

const listPath = `/api/projects/${encodeProjectId(1)}/comments`;

interface Sent {
  method: string;
  /** Behind /api. */
  path: string;
  body: CommentCreate | null;
}

/** Stands in for the server's comment calls; a double at the HTTP edge. */
export class CommentServer {
  comments: Comment[];
  /** Answers the list in place of the server. */
  list: (() => Response | Promise<Response>) | null = null;
  /** Answers every call that would write in place of the server. */
  write: (() => Response | Promise<Response>) | null = null;
  /** Every call that would write. */
  readonly sent: Sent[] = [];

  constructor(comments: Comment[] = []) {
    this.comments = comments;
  }

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET';
    if (method === 'GET') {
      if (path !== listPath) return refusal(404, 'Not found');
      return this.list?.() ?? json(this.comments);
    }
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    this.sent.push({ method, path: path.replace(/^\/api/, ''), body });
    if (this.write) return this.write();
    if (method === 'POST') return this.create(body);
    const id = Number(path.match(/\d+/)?.[0]);
    return method === 'PATCH' ? this.#resolve(id) : this.#delete(id);
  };

  create(body: CommentCreate): Response {
    const author = { userId: 'olive', user: people.olive };
    const comment = aComment({ ...author, ...(body as Partial<Comment>) });
    this.comments.push(comment);
    return json(comment, 201);
  }

  #resolve(id: number): Response {
    const comment = this.comments.find((each) => each.id === id);
    return comment ? json(Object.assign(comment, { isResolved: true })) : refusal(404, 'Comment not found');
  }

  #delete(id: number): Response {
    this.comments = this.comments.filter((each) => each.id !== id && each.parentCommentId !== id);
    return new Response(null, { status: 204 });
  }
}

type Props = Partial<Omit<ComponentProps<typeof CommentsPanel>, 'project'>>;

interface Opened {
  client: QueryClient;
  /** Hands the panel other props. */
  change: (props: Props) => void;
  close: () => void;
}

/** Shows the panel to that person (Olive), who has that role (owner). */
export function openPanel(
  server: CommentServer,
  { role = 'owner', userId = 'olive', ...props }: Props & { role?: Project['role']; userId?: string } = {},
): Opened {
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, aUser({ id: userId }));
  const project = aProject({ role });
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
