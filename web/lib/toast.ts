/** Maximum number of toasts; the next one replaces it (docs/spec/application.md). */
export const toastLimit = 1;
export const toastDurationMs = 5000;
/**
 * A dismissed toast is hidden at once and leaves the state after this time
 * (docs/spec/application.md, OQ-98).
 */
export const toastRemoveDelayMs = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
  action?: { label: string; onClick: () => void };
}

export interface Toast extends ToastMessage {
  id: number;
  isOpen: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const removals = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Show a toast; may be called from anywhere. */
export function toast(message: ToastMessage): { id: number; dismiss: () => void } {
  lastId += 1;
  const id = lastId;
  replace([{ ...message, id, isOpen: true }, ...toasts].slice(0, toastLimit));
  return { id, dismiss: () => dismissToast(id) };
}

export function dismissToast(id: number): void {
  replace(toasts.map((each) => (each.id === id ? { ...each, isOpen: false } : each)));
  if (removals.has(id)) return;
  removals.set(
    id,
    setTimeout(() => {
      removals.delete(id);
      replace(toasts.filter((each) => each.id !== id));
    }, toastRemoveDelayMs),
  );
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Return whether the page shows toasts already. */
export function hasToastWatcher(): boolean {
  return listeners.size > 0;
}

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
