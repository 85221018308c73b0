import type { Page } from '@playwright/test';
import { quantile, type Row } from './measure.ts';

/** Where letters are typed; the caret stands there. */
export interface Place extends Pick<Row, 'name' | 'of'> {
  page: Page;
  times: number[];
}

/** Keeps on the page, for each key, the milliseconds until behind the frame that shows its letter. */
export async function placeOn(page: Page, name: string, of: Row['of']): Promise<Place> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keystrokeTimes: times });
    const onKey = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => {
        // The first task behind a frame begins when the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    document.addEventListener('keydown', onKey, { capture: true });
  });
  return { name, of, page, times: [] };
}

/** Types in all places in turns, so that other work on the machine meets all of them alike. */
export async function typeInTurns(places: readonly Place[], rounds: number): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    // Each goes first once: what is first behind a pause is slower.
    const from = round % places.length;
    for (const place of [...places.slice(from), ...places.slice(0, from)]) await type(place, round > 0);
  }
}

async function type({ page, times, name }: Place, isMeasured: boolean): Promise<void> {
  await page.bringToFront();
  const text = 'the rain has stopped and nobody noticed ';
  for (const key of text) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const measured: number[] = await page.evaluate('window.keystrokeTimes.splice(0)');
  if (measured.length < text.length - 1) throw new Error(`${name}: only ${measured.length} keys came`);
  if (isMeasured) times.push(...measured);
}

export const p95 = ({ times }: Place) => quantile(times, 0.95);
export const p50 = ({ times }: Place) => quantile(times, 0.5);
