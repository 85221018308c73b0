import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './More.module.css';

interface MoreProps {
  query: {
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** Visible share of the end marker that loads the next page (docs/spec/history.md). */
const threshold = 0.1;

/** Mark the end of the loaded list, and load the next page when the mark becomes visible. */
export function More({ query }: MoreProps) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError;

  // Observed again after each page: an end that is still in view then fires again.
  useEffect(() => {
    if (!canLoad || !end.current) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      },
      { threshold },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [canLoad, fetchNextPage]);

  if (!hasNextPage) return null;
  if (isFetchNextPageError) {
    return (
      <div className={styles.end} role="alert">
        <p>Failed to load script history</p>
        <Button size="small" isBusy={isFetching} onClick={() => void fetchNextPage()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div ref={end} className={styles.end}>
      <p>Loading more...</p>
    </div>
  );
}
