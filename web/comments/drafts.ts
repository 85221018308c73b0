import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Map<string, Set<() => void>>();
/** Drafts that are being sent. */
const sending = new Set<string>();
/** Drafts in browsers without storage; they last until the page is closed. */
const unstored = new Map<string, string>();

/** Return the key of a field's draft; `threadId` is null for the panel's own field. */
export function commentDraftKey(projectId: number, threadId: number | null): string {
  return `comment:${projectId}:${threadId ?? 'new'}`;
}

/** Hold unsent text. It survives closing the field and reloading the tab. */
export function useDraft(key: string) {
  const watch = useCallback((listener: () => void) => subscribe(key, listener), [key]);
  return {
    text: useSyncExternalStore(watch, () => read(key)),
    isSending: useSyncExternalStore(watch, () => sending.has(key)),
  };
}

export function writeDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text); // storage is off or full
  }
  announce(key);
}

/**
 * Pass the text to `send` and clear the draft on success; a failure keeps it and is thrown. Return
 * false if the text is empty or already being sent.
 */
export async function sendDraft(key: string, send: (text: string) => Promise<unknown>): Promise<boolean> {
  const text = read(key);
  if (text.trim() === '' || sending.has(key)) return false;
  sending.add(key);
  announce(key);
  try {
    await send(text);
    writeDraft(key, '');
    return true;
  } finally {
    sending.delete(key);
    announce(key);
  }
}

function read(key: string): string {
  const text = unstored.get(key);
  if (text !== undefined) return text;
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return ''; // storage is off
  }
}

function subscribe(key: string, listener: () => void): () => void {
  const others = listeners.get(key) ?? new Set();
  listeners.set(key, others.add(listener));
  return () => {
    others.delete(listener);
    if (others.size === 0) listeners.delete(key);
  };
}

function announce(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}
