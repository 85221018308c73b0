import type { CDPSession, Page } from '@playwright/test';
import { quantile, type Row } from './measure.ts';

/** Where letters are typed; the caret stands there. */
export interface TypingPlace extends Pick<Row, 'name' | 'of'> {
  page: Page;
  tool: CDPSession;
  times: number[];
  /** Milliseconds that the page's main thread worked, for each key of a line: other programs are not in it. */
  work: number[];
}

/** Keeps on the page, for each key, the milliseconds until after the frame that shows its letter. */
export async function placeOn(page: Page, name: string, of: Row['of']): Promise<TypingPlace> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keystrokeTimes: times });
    const onKey = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => {
        // The first task after a frame begins when the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    document.addEventListener('keydown', onKey, { capture: true });
  });
  const tool = await page.context().newCDPSession(page);
  await tool.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { name, of, page, tool, times: [], work: [] };
}

/** Types in all places in turns, so that other work on the machine meets all of them alike. */
export async function typeInTurns(places: readonly TypingPlace[], rounds: number): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    // Each goes first once: what is first after a pause is slower.
    const from = round % places.length;
    for (const place of [...places.slice(from), ...places.slice(0, from)]) await type(place, round > 0);
  }
}

async function type({ page, tool, times, work, name }: TypingPlace, isMeasured: boolean): Promise<void> {
  await page.bringToFront();
  const text = 'the rain has stopped and nobody noticed ';
  const before = await workOf(tool);
  for (const key of text) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const measured: number[] = await page.evaluate('window.keystrokeTimes.splice(0)');
  if (measured.length < text.length - 1) throw new Error(`${name}: only ${measured.length} keys came`);
  if (!isMeasured) return;
  times.push(...measured);
  work.push(((await workOf(tool)) - before) / text.length);
}

async function workOf(tool: CDPSession): Promise<number> {
  const { metrics } = await tool.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  return seconds * 1000;
}

export const p95 = ({ times }: TypingPlace) => quantile(times, 0.95);
export const p50 = ({ times }: TypingPlace) => quantile(times, 0.5);
