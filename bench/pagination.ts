import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptElement } from '#screenplay/element.ts';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { defaultFormat, type ScriptFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { placePage } from '#screenplay/layout/place.ts';
import { someScript } from '#test/randomScript.ts';

/** One measured figure: the median of its rounds. */
export interface Row {
  name: string;
  ms: number;
}

const corpusFile = 'jc-vikings.fdx';
const rounds = 120;
const warmUpRounds = 40;

/** Breaking scripts into pages: whole, whole again, after one edit, and placing every line of every page. */
export function run(): Row[] {
  return scripts().flatMap(({ name, elements, format }) => {
    const before = paginate(elements, format);
    const middle = elements.length >> 1;
    const pages = `${elements.length} elements, ${before.pages.length} pages`;
    const tasks: Task<readonly ScriptElement[]>[] = [
      // New objects and new strings, so that nothing is known about them.
      ['whole script, seen for the first time', () => copyOf(elements), (fresh) => paginate(fresh, format)],
      ['whole script again', () => elements, (same) => paginate(same, format)],
      [
        'after one edit in the middle',
        (round) => withEdit(elements, middle, round),
        (after) => paginate(after, format, before),
      ],
      [
        'after one insertion in the middle',
        (round) => withInsertion(elements, middle, round),
        (after) => paginate(after, format, before),
      ],
      [
        'whole script, and every line placed',
        () => elements,
        (same) => {
          const pagination = paginate(same, format);
          for (let page = 0; page < pagination.pages.length; page++) placePage(pagination, page);
        },
      ],
    ];
    return tasks.map((task) => ({ name: `${name} (${pages}): ${task[0]}`, ms: median(task) }));
  });
}

interface Script {
  name: string;
  elements: readonly ScriptElement[];
  format: ScriptFormat;
}

function scripts(): Script[] {
  const found: Script[] = [4000, 20_000].map((count) => ({
    name: 'made up',
    elements: someScript(1, count),
    format: defaultFormat,
  }));
  const file = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files', corpusFile);
  if (!existsSync(file)) {
    console.warn(`Pagination: no ${file}; set CORPUS_DIR.`);
    return found;
  }
  const result = parseFdx(readFileSync(file));
  if (!result.ok) throw new Error(`${corpusFile}: ${result.message}`);
  const { elements, format } = result.screenplay;
  return [{ name: corpusFile, elements, format }, ...found];
}

function copyOf(elements: readonly ScriptElement[]): ScriptElement[] {
  return JSON.parse(JSON.stringify(elements)) as ScriptElement[];
}

function withEdit(elements: readonly ScriptElement[], at: number, round: number): ScriptElement[] {
  const after = elements.slice();
  const element = after[at];
  if (element) after[at] = { ...element, content: `${element.content} ${'More. '.repeat(round % 20)}` };
  return after;
}

function withInsertion(elements: readonly ScriptElement[], at: number, round: number): ScriptElement[] {
  const after = elements.slice();
  const element = after[at];
  if (element) after.splice(at, 0, { ...element, content: 'More. '.repeat(1 + (round % 20)) });
  return after;
}

/** What is measured: a name, how its input is made (not measured), and the work. */
type Task<Input> = [name: string, prepare: (round: number) => Input, work: (input: Input) => unknown];

function median<Input>([, prepare, work]: Task<Input>): number {
  const times: number[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const input = prepare(round + warmUpRounds);
    const start = performance.now();
    work(input);
    if (round >= 0) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, ms } of run()) console.log(`${name.padEnd(85)} ${ms.toFixed(3).padStart(8)} ms`);
}
