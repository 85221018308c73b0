/** Work that is called for often, and done at once, then at most every so many milliseconds, the last time always. */
export interface Throttled {
  call(): void;
  /** What is still to be done is not done any more. */
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
