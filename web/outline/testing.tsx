import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { OutlineItem } from '#shared/contract/outlines.ts';
import type { Project } from '#shared/contract/projects.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, json, type Seen, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { OutlineScreen } from './OutlineScreen.tsx';

const path = '/api/projects/PrQTbI/outlines';

export function anItem(changes: Partial<OutlineItem> = {}): OutlineItem {
  return { id: 1, projectId: 1, title: 'The count', content: null, orderIndex: 0, ...changes };
}

/** Night Ferry in three steps. */
export const steps = [
  anItem({ id: 11, title: 'Departure', content: 'MARA counts 213 twice.\nThe manifest says 212.' }),
  anItem({ id: 12, title: 'Cabin 214', content: null, orderIndex: 1 }),
  anItem({ id: 13, title: 'Landfall', content: 'All walk off.', orderIndex: 2 }),
];

/** The server's side of one outline; a test may put other answers in the place of these. */
export class OutlineServer {
  items: OutlineItem[];
  /** Answers what writes, in place of the server. */
  instead: ((seen: Seen) => Response | Promise<Response>) | null = null;
  seen: Seen[] = [];

  constructor(items: OutlineItem[] = steps) {
    this.items = items;
    const row = (id: number) => `/api/outlines/${id}`;
    this.seen = serve({
      [`GET ${path}`]: () => json(this.items),
      [`POST ${path}`]: (seen) => this.instead?.(seen) ?? this.#add(seen),
      [`PATCH ${path}/reorder`]: (seen) => this.instead?.(seen) ?? this.#reorder(seen),
      ...Object.fromEntries(
        items.flatMap(({ id }) => [
          [`PATCH ${row(id)}`, (seen: Seen) => this.instead?.(seen) ?? this.#change(id, seen)],
          [`DELETE ${row(id)}`, (seen: Seen) => this.instead?.(seen) ?? this.#remove(id)],
        ]),
      ),
    });
  }

  /** What was sent to write: method, path and body. */
  get writes(): [string, string, unknown][] {
    return this.seen
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path: to, init }) => [method, to, init.body && JSON.parse(String(init.body))]);
  }

  get reads(): number {
    return this.seen.filter(({ method }) => method === 'GET').length;
  }

  #add({ init }: Seen): Response {
    const item = anItem({ id: 99, ...JSON.parse(String(init.body)) });
    this.items = [...this.items, item];
    return json(item, 201);
  }

  #change(id: number, { init }: Seen): Response {
    const changes = JSON.parse(String(init.body));
    this.items = this.items.map((item) => (item.id === id ? { ...item, ...changes } : item));
    return json(this.items.find((item) => item.id === id));
  }

  #remove(id: number): Response {
    this.items = this.items.filter((item) => item.id !== id);
    return new Response(null, { status: 204 });
  }

  #reorder({ init }: Seen): Response {
    const { outlineIds }: { outlineIds: number[] } = JSON.parse(String(init.body));
    this.items = outlineIds.flatMap((id) => this.items.find((item) => item.id === id) ?? []);
    return json(this.items);
  }
}

/** The view on its own, as the workspace shows it. */
export function openOutline(project: Partial<Project> = {}) {
  const client = createQueryClient();
  const view = () => (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <OutlineScreen project={aProject(project)} />
      </TooltipProvider>
    </QueryClientProvider>
  );
  let shown = render(view());
  return {
    user: userEvent.setup(),
    /** Goes to another view, and comes back. */
    leave: () => shown.unmount(),
    comeBack: () => {
      shown = render(view());
    },
  };
}

/** Toasts outlive a test. */
export function closeToasts(): void {
  for (const { id } of currentToasts()) dismissToast(id);
}

export function said(): string[] {
  return currentToasts()
    .filter(({ isOpen }) => isOpen)
    .map(({ title, description }) => [title, description].filter(Boolean).join(': '));
}
