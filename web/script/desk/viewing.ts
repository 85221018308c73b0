import { storedValue } from '#web/lib/storage.ts';

/** How this writer looks at a page; kept in the browser, for every script. */
export interface Viewing {
  /** Of the size at which a page fits the desk. */
  zoomPercent: number;
  /** The line with the caret stays at one height of the window. */
  isTypewriter: boolean;
}

export const smallestZoom = 50;
export const largestZoom = 200;
export const zoomSteps: readonly number[] = [smallestZoom, 75, 90, 100, 110, 125, 150, 175, largestZoom];

const stored = storedValue<Viewing>('script-view', (value) => {
  const given: Partial<Record<keyof Viewing, unknown>> =
    typeof value === 'object' && value !== null ? value : {};
  const { zoomPercent, isTypewriter } = given;
  return {
    zoomPercent: typeof zoomPercent === 'number' && zoomSteps.includes(zoomPercent) ? zoomPercent : 100,
    isTypewriter: isTypewriter === true,
  };
});

/** How the page is looked at, and what changes it. */
export function useViewing() {
  const viewing = stored.use();
  return {
    ...viewing,
    setZoom: (zoomPercent: number) => stored.set({ ...stored.get(), zoomPercent }),
    /** One step larger or smaller, as far as there are steps. */
    zoomBy(step: 1 | -1) {
      const at = zoomSteps.indexOf(stored.get().zoomPercent) + step;
      const zoomPercent = zoomSteps[at];
      if (zoomPercent !== undefined) stored.set({ ...stored.get(), zoomPercent });
    },
    toggleTypewriter: () => stored.set({ ...stored.get(), isTypewriter: !stored.get().isTypewriter }),
  };
}
