import { setTimeout } from 'node:timers/promises';
import { anApp, type Caller } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { uploadRequest } from '#test/upload.ts';
import { median, type Row } from './measure.ts';
import { maxHold } from './turns.ts';

/*
 * Measures how long heavy work blocks the server: the longest delay of its event loop while a file
 * of ten megabytes is imported, listed, exported, read by the assistant and deleted, by type of
 * file, and the time of a short PDF beside another user's long one. On PGlite, or on the Postgres
 * of TEST_DATABASE_URL. A busy machine lengthens the delays; the thread's CPU time shows the work.
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
    const measure = async (name: string, work: () => Promise<unknown>, of: Row['of'] = 'ours') => {
      const { wall, own } = await maxHold(work);
      rows.push(
        { name: `longest hold, ${name}`, figure: wall, of },
        { name: `longest hold, ${name}; own clock`, figure: own, of },
      );
    };
    await measure('nothing to do', () => setTimeout(2000), 'floor');
    const alone = await printed(short, 20);
    for (const [name, file, content] of shapes) {
      const sent = content();
      let url = '';
      const form = uploadRequest(file, sent);
      await measure(`import: ${name}`, async () => {
        url = await imported(hostile, form);
      });
      await measure(`list: ${name}`, () => answered(hostile, `${url}/script-elements`));
      for (const format of ['fdx', 'fountain', 'pdf'])
        await measure(`${format}: ${name}`, () => answered(hostile, `${url}/export/${format}`));
      await measure(`assistant: ${name}`, async () => {
        const { statusCode } = await hostile.post(`${url}/ai-context`, {});
        if (statusCode !== 200) throw new Error(`${url}/ai-context answered ${statusCode}`);
      });
      if (name === 'one paragraph of closing signs') rows.push(await neighbour(hostile, url, short, alone));
      await measure(`deletion: ${name}`, () => hostile.delete(url));
    }
    return rows;
  } finally {
    await server.close();
  }
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
