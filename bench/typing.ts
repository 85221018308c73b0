import type { CDPSession, Page } from '@playwright/test';
import type { Row } from './measure.ts';

/** Letters on a line, and the Enter that goes on to the next. */
export type Kind = 'key' | 'Enter';

/** A place with the caret. */
export interface TypingPlace extends Pick<Row, 'name' | 'of'> {
  page: Page;
  tool: CDPSession;
  /** Milliseconds until after the frame that shows what a key did. */
  times: Record<Kind, number[]>;
  /** Milliseconds that the page's main thread worked for one key: other programs are not in it. */
  work: Record<Kind, number[]>;
  inputs: Inputs;
  /** Does what makes the editor store a line, and resolves when it is stored and shown. */
  storing: (act: () => Promise<void>) => Promise<void>;
}

interface Inputs {
  /**
   * Return the milliseconds from each input since the last call to the end of the frame with its
   * result.
   */
  take(): Promise<number[]>;
}

/** Measures inputs on the page from now on. */
export async function timesOfInputs(
  page: Page,
  types: readonly ('keydown' | 'mousedown')[],
): Promise<Inputs> {
  await page.evaluate((types) => {
    const times: number[] = [];
    const measuring = new AbortController();
    const last: unknown = Reflect.get(window, 'measuring');
    if (last instanceof AbortController) last.abort();
    Object.assign(window, { inputTimes: times, measuring });
    const onInput = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => {
        // The first task after a frame begins when the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    for (const type of types)
      document.addEventListener(type, onInput, { capture: true, signal: measuring.signal });
  }, types);
  return {
    async take() {
      await frameOn(page);
      return page.evaluate('window.inputTimes.splice(0)');
    },
  };
}

/** Record in the page, for each key, the milliseconds until after the frame with its result. */
export async function placeOn(
  page: Page,
  {
    name,
    of,
    storing = (act) => act(),
  }: Pick<TypingPlace, 'name' | 'of'> & Partial<Pick<TypingPlace, 'storing'>>,
): Promise<TypingPlace> {
  const tool = await page.context().newCDPSession(page);
  await tool.send('Performance.enable', { timeDomain: 'threadTicks' });
  const inputs = await timesOfInputs(page, ['keydown']);
  const [times, work] = [noTimes(), noTimes()];
  return { name, of, page, tool, times, work, inputs, storing };
}

const noTimes = (): Record<Kind, number[]> => ({ key: [], Enter: [] });

/** Types in all places in turns, so that other work on the machine meets all of them alike. */
export async function typeInTurns(places: readonly TypingPlace[], rounds: number): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    // Each goes first once: what is first after a pause is slower.
    const from = round % places.length;
    for (const place of [...places.slice(from), ...places.slice(0, from)]) {
      await place.page.bringToFront();
      await typeLine(place, round > 0);
      await openLines(place, round > 0);
    }
  }
}

/** Faster than typing; an earlier key would wait for the browser's next frame. */
const pauseMs = 30;
const text = 'the rain has stopped and nobody noticed ';
const linesPerRound = 6;

async function typeLine(place: TypingPlace, isMeasured: boolean): Promise<void> {
  const { page, tool } = place;
  const before = await workOf(tool);
  for (const key of text) {
    await page.keyboard.press(key);
    await frameOn(page);
  }
  const worked = (await workOf(tool)) - before;
  const measured = await timesOn(place, text.length - 1);
  if (!isMeasured) return;
  place.times.key.push(...measured);
  place.work.key.push(worked / text.length);
}

/**
 * Each Enter leaves a line with text: in our editor it is stored, and the work of the answer
 * counts.
 */
async function openLines(place: TypingPlace, isMeasured: boolean): Promise<void> {
  const { page, tool } = place;
  for (let line = 0; line < linesPerRound; line++) {
    await page.keyboard.insertText('Rain.');
    await frameOn(page);
    const before = await workOf(tool);
    await place.storing(async () => {
      await page.keyboard.press('Enter');
      await frameOn(page);
    });
    await frameOn(page);
    const worked = (await workOf(tool)) - before;
    const measured = await timesOn(place, 1);
    if (!isMeasured) continue;
    place.times.Enter.push(...measured);
    place.work.Enter.push(worked);
  }
}

const frameOn = (page: Page) =>
  page.evaluate(
    (pauseMs) => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, pauseMs))),
    pauseMs,
  );

async function timesOn({ inputs, name }: TypingPlace, min: number): Promise<number[]> {
  const measured = await inputs.take();
  if (measured.length < min) throw new Error(`${name}: only ${measured.length} keys came`);
  return measured;
}

export async function workOf(tool: CDPSession): Promise<number> {
  const { metrics } = await tool.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  return seconds * 1000;
}
