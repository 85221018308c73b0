import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { vi } from 'vitest';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { HistoryEntry, PastElementSchema, ScriptVersion } from '#shared/contract/history.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, json } from '#web/lib/testing.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';

export function anElement(id: number, content: string, changes: Partial<Element> = {}): Element {
  return {
    id,
    projectId: 1,
    sceneId: 1,
    elementType: 'action',
    content,
    characterName: null,
    parenthetical: null,
    soundEffectUrl: null,
    soundEffectText: null,
    soundEffectKey: null,
    dialogueAudioUrl: null,
    dialogueAudioKey: null,
    audioVolume: 0.5,
    audioOverlapSeconds: 0,
    orderIndex: id * 10,
    sequenceNumber: 0,
    version: 1,
    originalType: null,
    dual: null,
    extras: null,
    ...changes,
  };
}

/** Olive's change of the rain, unless told otherwise; a minute older the smaller its id. */
export function aHistoryEntry(id: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    id,
    projectId: 1,
    elementId: 1,
    action: 'update',
    changedBy: 'user',
    userId: 'olive',
    userEmail: 'olive@example.org',
    timestamp: new Date(Date.now() - (1000 - id) * 60_000).toISOString(),
    previousContent: 'Rain.',
    newContent: 'Rain on black water.',
    previousElementType: 'action',
    newElementType: 'action',
    previousCharacterName: null,
    newCharacterName: null,
    previousParenthetical: null,
    newParenthetical: null,
    changeReason: null,
    elementCount: null,
    ...changes,
  };
}

export function aVersion(id: number, name: string, changes: Partial<ScriptVersion> = {}): ScriptVersion {
  return {
    id,
    name,
    historyId: id * 10,
    moveId: 0,
    userEmail: 'olive@example.org',
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    ...changes,
  };
}

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}

/** Stands in for the server's history calls at the HTTP edge; filters as simply as the tests need. */
export class HistoryServer {
  entries: HistoryEntry[] = [];
  versions: ScriptVersion[] = [];
  /** The script by the id of the entry after which it read so. */
  scripts = new Map<number, PastElementSchema[]>();
  readonly asked: Asked[] = [];
  /** Answers in place of the server, while it is set, calls whose path ends so. */
  refused: { path: string; status: number; message: string } | null = null;

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const query = Object.fromEntries(searchParams);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    this.asked.push({ method, path: pathname, query, body });
    if (this.refused && pathname.includes(this.refused.path)) {
      const { status, message } = this.refused;
      return json({ code: 'internal', message, error: message }, status);
    }
    if (pathname.endsWith('/script-history/paginated')) return this.#page(query);
    if (pathname.endsWith('/script-at')) {
      const historyId = Number(query.historyId);
      return json({ elements: this.scripts.get(historyId) ?? [], at: { historyId, moveId: 0 } });
    }
    return this.#version(method, pathname, body);
  };

  /** Calls for the list of changes. */
  get pagesAsked(): Asked[] {
    return this.asked.filter(({ path }) => path.endsWith('/paginated'));
  }

  #page({ page = '1', pageSize = '20', search, action, changedBy, elementId }: Record<string, string>) {
    const found = this.entries.filter(
      (entry) =>
        (!search || `${entry.previousContent} ${entry.newContent}`.includes(search)) &&
        (!action || entry.action === action) &&
        (!elementId || entry.elementId === Number(elementId)) &&
        (!changedBy || (changedBy === 'ai' ? entry.changedBy === 'ai' : entry.userId === 'olive')),
    );
    const start = (Number(page) - 1) * Number(pageSize);
    const history = found.slice(start, start + Number(pageSize));
    return json({ history, hasMore: found.length > start + history.length, totalCount: found.length });
  }

  #version(method: string, path: string, body: { name: string; historyId?: number } | undefined) {
    const id = Number(path.split('/').at(-1));
    if (method === 'GET') return json(this.versions);
    if (method === 'DELETE') {
      this.versions = this.versions.filter((version) => version.id !== id);
      return new Response(null, { status: 204 });
    }
    const name = body?.name ?? '';
    if (method === 'POST') {
      const version = aVersion(this.versions.length + 1, name, { historyId: body?.historyId ?? 99 });
      this.versions = [version, ...this.versions];
      return json(version, 201);
    }
    this.versions = this.versions.map((each) => (each.id === id ? { ...each, name } : each));
    return json(this.versions.find((each) => each.id === id));
  }
}

/** What is watched for coming into view, and with which threshold. */
const watched = new Map<globalThis.Element, { threshold: unknown; tell: () => void }>();

class FakeIntersections {
  readonly #callback: IntersectionObserverCallback;
  readonly #threshold: unknown;
  readonly #elements: globalThis.Element[] = [];

  constructor(callback: IntersectionObserverCallback, { threshold }: IntersectionObserverInit = {}) {
    this.#callback = callback;
    this.#threshold = threshold;
  }

  observe(element: globalThis.Element): void {
    this.#elements.push(element);
    const seen = [{ isIntersecting: true, target: element }] as unknown as IntersectionObserverEntry[];
    const tell = () => this.#callback(seen, this as unknown as IntersectionObserver);
    watched.set(element, { threshold: this.#threshold, tell });
  }

  unobserve(): void {}

  disconnect(): void {
    for (const element of this.#elements) watched.delete(element);
  }
}

/** Thresholds of all that is watched. */
export const thresholds = () => [...watched.values()].map(({ threshold }) => threshold);

/** As if the end of the list were scrolled into view. */
export function scrollToEnd(): void {
  act(() => {
    for (const { tell } of [...watched.values()]) tell();
  });
}

type PanelProps = ComponentProps<typeof HistoryPanel>;

/** Shows the panel on a double of the server. Olive reads. */
export function openHistory(server: HistoryServer, given: Partial<PanelProps> = {}) {
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('IntersectionObserver', FakeIntersections);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, aUser());
  const changes: { edits: ScriptEdit[]; label: string }[] = [];
  const props: PanelProps = {
    project: aProject(),
    elements: [],
    element: null,
    onWholeScript: vi.fn(),
    onGo: vi.fn(),
    onChange: async (edits, label) => {
      changes.push({ edits, label });
    },
    canWrite: true,
    ...given,
  };
  const { rerender } = render(<Shown client={client} {...props} />);
  const show = (next: Partial<PanelProps>) => rerender(<Shown client={client} {...props} {...next} />);
  return { user: userEvent.setup(), client, changes, props, show };
}

function Shown({ client, ...props }: PanelProps & { client: QueryClient }) {
  const [queries] = useState(client);
  return (
    <QueryClientProvider client={queries}>
      <TooltipProvider>
        <aside>
          <HistoryPanel {...props} />
        </aside>
      </TooltipProvider>
    </QueryClientProvider>
  );
}
