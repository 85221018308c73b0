import { storedValue } from '#web/lib/storage.ts';

/** Preferences for the display, stored in the browser for every script. */
export interface ViewPreferences {
  /** Zoom relative to the size at which a page fits the editor. */
  zoomPercent: number;
  /** The line with the caret stays at one height of the viewport. */
  isTypewriter: boolean;
}

export const smallestZoom = 50;
export const largestZoom = 200;
export const zoomSteps: readonly number[] = [smallestZoom, 75, 90, 100, 110, 125, 150, 175, largestZoom];

export const viewPreferences = storedValue<ViewPreferences>('script-view', (value) => {
  const stored: Partial<Record<keyof ViewPreferences, unknown>> =
    typeof value === 'object' && value !== null ? value : {};
  const { zoomPercent, isTypewriter } = stored;
  return {
    zoomPercent: typeof zoomPercent === 'number' && zoomSteps.includes(zoomPercent) ? zoomPercent : 100,
    isTypewriter: isTypewriter === true,
  };
});

export function setZoom(zoomPercent: number): void {
  viewPreferences.set({ ...viewPreferences.get(), zoomPercent });
}

/** Zoom by one step, within the limits. */
export function zoomBy(step: 1 | -1): void {
  const zoomPercent = zoomSteps[zoomSteps.indexOf(viewPreferences.get().zoomPercent) + step];
  if (zoomPercent !== undefined) setZoom(zoomPercent);
}

export function toggleTypewriter(): void {
  viewPreferences.set({ ...viewPreferences.get(), isTypewriter: !viewPreferences.get().isTypewriter });
}
