import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { type ComponentProps, useState } from 'react';
import { vi } from 'vitest';
import { scriptHistory } from '#server/db/schema/history.ts';
import { changeScript, type ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import { getScriptAt, listHistory } from '#shared/contract/history.ts';
import { may } from '#shared/roles.ts';
import { aBrowser, type BrowserOptions, type TestBrowser } from '#test/browser.ts';
import { call } from '#web/lib/api.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';

type HistoryRow = typeof scriptHistory.$inferSelect;
export type HistoryValues = Partial<typeof scriptHistory.$inferInsert>;

export const creation = { action: 'create', previousContent: null, previousElementType: null } as const;
export const deletedElement = { action: 'delete', newContent: null, newElementType: null } as const;

interface HistoryOptions extends Omit<BrowserOptions, 'lines'> {
  /** Contents of its elements; all are action. */
  script?: readonly string[];
}

/** Open a project whose history lacks the import of its script; by default the script is empty. */
export async function atTheHistory({ script = [], ...options }: HistoryOptions = {}) {
  const browser = await aBrowser({ ...options, lines: script.map((content) => ['action', content]) });
  const { db, project, network, people, as } = browser;
  await db.delete(scriptHistory).where(eq(scriptHistory.projectId, project.id));
  const { projectUrl } = people;
  const elements = () => elementsOf(browser);
  return {
    ...browser,
    /** The script as it is now. */
    elements,
    /** Return the contents of the elements. */
    texts: async () => (await elements()).map(({ content }) => content),
    /** Return the id of the element with this content. */
    idOf: async (text: string): Promise<number> => {
      const found = (await elements()).find(({ content }) => content === text);
      if (!found) throw new Error(`No element says ${text}`);
      return found.id;
    },
    /** Record changes in the history, oldest first. */
    record: (...values: HistoryValues[]) => record(browser, values),
    /** Change the script as Olive from another client. Return the newest history entry. */
    change: async (...edits: ScriptEdit[]): Promise<HistoryRow> => {
      const answer = await as('olive').post(`${projectUrl}/script-changes`, { edits });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const rows = await db.select().from(scriptHistory).where(eq(scriptHistory.projectId, project.id));
      return rows.reduce((newest, each) => (each.id > newest.id ? each : newest));
    },
    /** Name the current script as Olive. */
    nameVersion: async (name: string) =>
      (await as('olive').post(`${projectUrl}/script-versions`, { name })).json(),
    /** Return the filters of each request for the list of changes. */
    pagesAsked: () => network.callsOf(listHistory).map(queryOf),
    momentsAsked: () => network.callsOf(getScriptAt).map(queryOf),
  };
}

export type HistoryBrowser = Awaited<ReturnType<typeof atTheHistory>>;

const queryOf = ({ url }: { url: string }): Record<string, string> =>
  Object.fromEntries(new URL(url, 'http://localhost').searchParams);

async function elementsOf({ as, people }: TestBrowser): Promise<Element[]> {
  return (await as('olive').get(`${people.projectUrl}/script-elements`)).json();
}

const firstAt = Date.now() - 30 * 86_400_000;
let recordedCount = 0;

/** Record changes by Olive of the rain; the given columns override. */
function record(
  { db, project, people }: TestBrowser,
  entries: readonly HistoryValues[],
): Promise<HistoryRow[]> {
  const rows = entries.map((columns) => ({
    projectId: project.id,
    elementId: 1,
    action: 'update' as const,
    userId: people.olive.id,
    timestamp: new Date(firstAt + ++recordedCount * 1000),
    previousContent: 'Rain.',
    newContent: 'Rain on black water.',
    previousElementType: 'action' as const,
    newElementType: 'action' as const,
    ...columns,
  }));
  return db.insert(scriptHistory).values(rows).returning();
}

/** The observed elements with their thresholds. */
const observed = new Map<globalThis.Element, { threshold: unknown; notify: () => void }>();

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
    const notify = () => this.#callback(seen, this as unknown as IntersectionObserver);
    observed.set(element, { threshold: this.#threshold, notify });
  }

  unobserve(): void {}

  disconnect(): void {
    for (const element of this.#elements) observed.delete(element);
  }
}

/** Return the thresholds of all observed elements. */
export const thresholds = () => [...observed.values()].map(({ threshold }) => threshold);

/** Simulate that the end of the list is scrolled into view. */
export function scrollToEnd(): void {
  act(() => {
    for (const { notify } of [...observed.values()]) notify();
  });
}

type PanelProps = ComponentProps<typeof HistoryPanel>;

/** Show the panel in that browser, with the current script. */
export async function openHistory(browser: TestBrowser, given: Partial<PanelProps> = {}) {
  vi.stubGlobal('IntersectionObserver', FakeIntersections);
  const { project, user: reader } = browser;
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, reader);
  const changes: { edits: ScriptEdit[]; label: string }[] = [];
  const props: PanelProps = {
    project,
    elements: await elementsOf(browser),
    sceneNumbers: new Map(),
    element: null,
    onWholeScript: vi.fn(),
    onGo: vi.fn(),
    onChange: async (edits, reason) => {
      changes.push({ edits, label: reason });
      await call(changeScript, { params: { id: project.id }, body: { edits, reason } });
    },
    canWrite: may(project.role, 'write'),
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
