import { anOpenAiServer, type Behaviour, chunk, type OpenAiServer } from '#test/openaiServer.ts';
import { type Bench, openBench, type StoredScript, storedScript } from './browser.ts';
import { median, quantile, type Row } from './measure.ts';

const rounds = 15;
const warmUps = 3;

/**
 * Measure a question to the assistant in Chromium, with a local model that answers at once: time
 * until the model is called, and from its first words to their paint. A long script and a short
 * one.
 */
export async function run(): Promise<Row[]> {
  const model = await anOpenAiServer();
  const bench = await openBench({ OPENAI_BASE_URL: model.url, OPENAI_CHAT_MODEL: 'local' });
  try {
    const rows: Row[] = [];
    for (const size of [2650, 10])
      rows.push(...(await asking(bench, model, await storedScript(bench, size))));
    return rows;
  } finally {
    await bench.stop();
    await model.close();
  }
}

async function asking(bench: Bench, model: OpenAiServer, script: StoredScript): Promise<Row[]> {
  const page = await bench.newPage();
  await page.goto(`${script.address}?panel=chat&assistantTab=chat`);
  const input = page.getByRole('textbox', { name: 'Ask the assistant' });
  await input.waitFor();
  const untilAsked: number[] = [];
  const untilShown: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const words = `Words of round ${round + warmUps}.`;
    const firstWords = Promise.withResolvers<{ asked: number; said: number }>();
    model.next(says(words, firstWords.resolve));
    await input.fill('Where are we going?');
    await page.evaluate(watchFor, words);
    await input.press('Enter');
    const { pressed, shown } = await page.evaluate<{ pressed: number; shown: number }>('window.shownWords');
    const times = await firstWords.promise;
    await page.getByRole('button', { name: 'Send' }).waitFor();
    if (round < 0) continue;
    untilAsked.push(times.asked - pressed);
    untilShown.push(shown - times.said);
  }
  await page.close();
  const of = 'ours';
  const name = `${script.elements.length} elements`;
  return [
    { of, name: `${name}: from the model's first words to their paint, median`, figure: median(untilShown) },
    { of, name: `${name}: the same, p95`, figure: quantile(untilShown, 0.95) },
    { of, name: `${name}: from Enter to the model being asked, median`, figure: median(untilAsked) },
  ];
}

/** All clocks here are of one machine: milliseconds since 1970, with fractions. */
const now = () => performance.timeOrigin + performance.now();

function says(words: string, tell: (times: { asked: number; said: number }) => void): Behaviour {
  return (out) => {
    const start = now();
    out.stream();
    out.event(chunk({ role: 'assistant', content: words }));
    tell({ asked: start, said: now() });
    out.event(chunk({ content: ' And more.' }));
    out.event(chunk({}, 'stop'));
    const usage = { prompt_tokens: 900, completion_tokens: 9, total_tokens: 909 };
    out.event({ ...chunk({}), choices: [], usage });
    out.raw('data: [DONE]\n\n');
    out.end();
  };
}

/** In the page: when Enter is pressed, and when these words are painted. */
function watchFor(words: string): void {
  const clock = () => performance.timeOrigin + performance.now();
  const shownWords = new Promise<{ pressed: number; shown: number }>((resolve) => {
    document.addEventListener(
      'keydown',
      () => {
        const pressed = clock();
        const look = () => {
          const log = document.querySelector('[aria-label="Messages"]')?.textContent ?? '';
          if (!log.includes(words)) return requestAnimationFrame(look);
          // The first task after a frame begins when the frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve({ pressed, shown: clock() });
          return port2.postMessage(null);
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
  Object.assign(window, { shownWords });
}
