import { useEffect, useState } from 'react';
import { timeAgo } from './dates.ts';

/** Return timeAgo, updated while the page stays open. */
export function useTimeAgo(iso: string): string {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
  return timeAgo(iso);
}
