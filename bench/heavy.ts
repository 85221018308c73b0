import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { anApp, type Caller } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { uploadRequest } from '#test/upload.ts';
import { median, type Row } from './measure.ts';

/*
 * How long heavy work keeps the server from everything else: the longest hold of its loop while a file of ten megabytes
 * is imported and exported, by shape of file, and what a short PDF costs beside somebody else's long one. On PGlite, and
 * on the Postgres that TEST_DATABASE_URL names.
 */

const size = 9_500_000;
const times = (part: string, bytes = size) => part.repeat(Math.floor(bytes / Buffer.byteLength(part)));
const fdx = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><FinalDraft DocumentType="Script" Version="5"><Content>${content}</Content></FinalDraft>`;
const paragraph = (type: string, text: string) =>
  `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`;

const shapes: [name: string, file: string, content: () => string][] = [
  ['one paragraph of words', 'words.fdx', () => fdx(paragraph('Action', times('rain on the roof ')))],
  ['one paragraph of closing signs', 'signs.fdx', () => fdx(paragraph('Action', times('。')))],
  ['a million marks', 'marks.fountain', () => `INT. LAB\n\n${times('**a ')}`],
  ['90,000 paragraphs', 'many.fdx', () => fdx(ninetyThousand())],
  ['200,000 runs', 'runs.fdx', () => fdx(`<Paragraph Type="Action">${runs()}</Paragraph>`)],
  ['20,000 notes', 'notes.fountain', () => times('Rain on the roof. [[Too slow?]]\n\n', 640_000)],
];

const ninetyThousand = () =>
  Array.from({ length: 90_000 }, (_, at) =>
    at % 4 === 0 ? paragraph('Scene Heading', `INT. ROOM ${at}`) : paragraph('Action', `Line ${at}.`),
  ).join('');
const runs = () => '<Text Style="Bold">a</Text><Text>b</Text>'.repeat(100_000);

export async function run(): Promise<Row[]> {
  const server = await anApp();
  try {
    const rows: Row[] = [];
    const hostile = server.as(await aUser(server.db));
    const short = await shortScript(server.as(await aUser(server.db)));
    // Threads are opened, and code is warm.
    await imported(hostile, uploadRequest('warm.fdx', fdx(paragraph('Action', times('Rain. ', 2_000_000)))));
    rows.push({
      name: 'longest hold, nothing to do',
      figure: await held(() => setTimeout(2000)),
      of: 'floor',
    });
    const alone = await printed(short, 20);
    for (const [name, file, content] of shapes) {
      const sent = content();
      let url = '';
      const form = uploadRequest(file, sent);
      const importing = await held(async () => {
        url = await imported(hostile, form);
      });
      rows.push({ name: `longest hold, import: ${name}`, figure: importing, of: 'ours' });
      for (const format of ['fdx', 'fountain', 'pdf']) {
        const exporting = await held(() => answered(hostile, `${url}/export/${format}`));
        rows.push({ name: `longest hold, ${format}: ${name}`, figure: exporting, of: 'ours' });
      }
      const asking = await held(async () => {
        const { statusCode } = await hostile.post(`${url}/ai-context`, {});
        if (statusCode !== 200) throw new Error(`${url}/ai-context answered ${statusCode}`);
      });
      rows.push({ name: `longest hold, assistant: ${name}`, figure: asking, of: 'ours' });
      if (name === 'one paragraph of closing signs') rows.push(await neighbour(hostile, url, short, alone));
      await hostile.delete(url);
    }
    return rows;
  } finally {
    await server.close();
  }
}

/** Longest time that the loop was held while that was done, in milliseconds. */
async function held(work: () => Promise<unknown>): Promise<number> {
  await setTimeout(50);
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  await work();
  await setTimeout(20);
  delays.disable();
  return Math.max(0, delays.max / 1e6 - 5);
}

async function imported(caller: Caller, form: ReturnType<typeof uploadRequest>): Promise<string> {
  const answer = await caller.inject(form);
  if (answer.statusCode !== 201) throw new Error(`An import answered ${answer.statusCode} ${answer.body}`);
  return `/api/projects/${answer.json().project.id}`;
}

async function answered(caller: Caller, url: string): Promise<void> {
  const { statusCode } = await caller.get(url);
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
}

interface Short {
  caller: Caller;
  url: string;
}

async function shortScript(caller: Caller): Promise<Short> {
  const scene = 'INT. CAR DECK - NIGHT\n\nEngines. Rain on the roof.\n\nMARA\nForty-one.\n\n';
  return { caller, url: await imported(caller, uploadRequest('short.fountain', scene.repeat(15))) };
}

/** Median time of a short PDF. */
async function printed({ caller, url }: Short, rounds: number): Promise<number> {
  const applyRemote: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await answered(caller, `${url}/export/pdf`);
    applyRemote.push(performance.now() - start);
  }
  return median(applyRemote);
}

/** A short PDF while somebody else's long one is made, as a ratio of the same alone. */
async function neighbour(hostile: Caller, url: string, short: Short, alone: number): Promise<Row> {
  const long = hostile.get(`${url}/export/pdf`);
  await setTimeout(100);
  const beside = await printed(short, 5);
  await long;
  return {
    name: "a short PDF beside somebody else's long one ÷ alone",
    figure: beside / alone,
    unit: '×',
    of: 'ours',
  };
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, figure, unit = 'ms' } of await run())
    console.log(`${name.padEnd(64)} ${figure.toFixed(1).padStart(8)} ${unit}`);
  process.exit(0);
}
