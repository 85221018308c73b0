import type { LiveWord } from '#shared/contract/live.ts';
import { gathered } from '#web/lib/gathered.ts';
import { others, ownWords, type WrittenWords } from '#web/lib/others.ts';

const sayEveryMs = 50;
/** Words that are stored are still seen as they were written until the change has come to the others, so that nothing flickers. */
const endAfterMs = 300;

/**
 * Says what is being written here while somebody else is there to read it, at most twenty times a second and the last
 * always; whoever comes later is told then. Gives the way to stop.
 */
export function sayWords(say: (word: LiveWord) => void): () => void {
  let said: WrittenWords | null = null;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const sayEnd = () => {
    if (said) say({ type: 'draft', ...said, text: null, caret: null });
    said = null;
  };
  const saying = gathered(sayEveryMs, () => {
    const words = ownWords.get();
    clearTimeout(ending);
    if (words) say({ type: 'draft', ...words });
    else ending = setTimeout(sayEnd, endAfterMs);
    said = words ?? said;
  });
  const saySoon = () => {
    if (others.get().length > 0) saying.call();
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
    saying.stop();
    clearTimeout(ending);
  };
}
