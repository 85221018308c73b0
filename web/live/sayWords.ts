import type { LiveWord } from '#shared/contract/live.ts';
import { others, ownWords, type WrittenWords } from '#web/lib/others.ts';

const sayEveryMs = 50;

/**
 * Says what is being written here while somebody else is there to read it, at most twenty times a second and the last
 * always; whoever comes later is told then. Gives the way to stop.
 */
export function sayWords(say: (word: LiveWord) => void): () => void {
  let said: WrittenWords | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const sayNow = () => {
    isDue = false;
    const words = ownWords.get();
    if (words) say({ type: 'draft', ...words });
    else if (said) say({ type: 'draft', ...said, text: null, caret: null });
    said = words;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) sayNow();
    }, sayEveryMs);
  };
  const saySoon = () => {
    if (others.get().length === 0) return;
    if (timer === undefined) sayNow();
    else isDue = true;
  };
  const known = new Set<string>();
  const meet = () => {
    const people = others.get();
    const isSomebodyNew = people.some(({ id }) => !known.has(id));
    known.clear();
    for (const { id } of people) known.add(id);
    if (isSomebodyNew && ownWords.get()) saySoon();
  };
  const stops = [ownWords.watch(saySoon), others.watch(meet)];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}
