import type { OutlineWords } from './words.ts';

/** For browsers that refuse storage: the words then last as long as the page. */
const unstored = new Map<string, OutlineWords>();

/** What is being written in one form: `itemId` is null for a new item. */
export function draftKey(projectId: number, itemId: number | null): string {
  return `outline:${projectId}:${itemId ?? 'new'}`;
}

/** Words that are not saved yet. The tab keeps them, also when the view goes away or the page is loaded again. */
export function draftOf(key: string): OutlineWords | null {
  const kept = unstored.get(key);
  if (kept) return kept;
  try {
    const words: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isWords(words) ? words : null;
  } catch {
    return null; // storage is off, or what is there is not ours
  }
}

/** Null: there is nothing to keep. */
export function keepDraft(key: string, words: OutlineWords | null): void {
  unstored.delete(key);
  try {
    if (words) sessionStorage.setItem(key, JSON.stringify(words));
    else sessionStorage.removeItem(key);
  } catch {
    if (words) unstored.set(key, words); // storage is off or full
  }
}

function isWords(stored: unknown): stored is OutlineWords {
  const { title, content } = { title: undefined, content: undefined, ...(stored as object | null) };
  return typeof title === 'string' && typeof content === 'string';
}
