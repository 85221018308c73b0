/** Throttled work: it runs at once, then at most once per interval, with a trailing call. */
export interface Throttled {
  call(): void;
  /** Cancel a trailing call. */
  stop(): void;
}

export function throttle(everyMs: number, work: () => void): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const workNow = () => {
    isDue = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) workNow();
    }, everyMs);
    work();
  };
  return {
    call() {
      if (timer === undefined) workNow();
      else isDue = true;
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isDue = false;
    },
  };
}
