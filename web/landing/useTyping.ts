import { useEffect, useState } from 'react';
import { useMedia } from '#web/lib/media.ts';

/** A calm hand: about 17 characters a second, with a breath at the end of each paragraph. */
const characterMs = 58;
const paragraphMs = 620;

export interface Typing {
  /** Characters on the page, counted over all paragraphs. */
  count: number;
  isDone: boolean;
  isPaused: boolean;
  toggle: () => void;
}

/** Types paragraphs of these lengths once; who asks for less motion sees them complete at once. */
export function useTyping(lengths: readonly number[]): Typing {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [typedCount, setTypedCount] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const count = isStill ? total : typedCount;
  const isDone = count >= total;

  useEffect(() => {
    if (isDone || isPaused) return;
    const ends = endsAfter(lengths, count);
    const timer = setTimeout(() => setTypedCount(count + 1), ends ? paragraphMs : characterMs);
    return () => clearTimeout(timer);
  }, [lengths, count, isDone, isPaused]);

  return { count, isDone, isPaused, toggle: () => setPaused(!isPaused) };
}

/** Whether a paragraph begins or ends at this count. */
function endsAfter(lengths: readonly number[], count: number): boolean {
  let sum = 0;
  for (const length of lengths) {
    if (sum >= count) break;
    sum += length;
  }
  return sum === count;
}
