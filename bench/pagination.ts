import type { ScriptElement } from '#screenplay/element.ts';
import { defaultFormat, type ScriptFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { placePage } from '#screenplay/layout/place.ts';
import { randomScript } from '#test/randomScript.ts';
import { corpusBytes, corpusScreenplay, feature, hasCorpus } from './corpus.ts';
import { compare, type Row, type Task } from './measure.ts';
import { afterwritingLiner, afterwritingParser } from './peers.ts';

type Elements = readonly ScriptElement[];

/**
 * Measure pagination of scripts: whole, whole again, after one edit, and placing every line of
 * every page.
 */
export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, elements, format } of scripts()) {
    const before = paginate(elements, format);
    const middle = elements.length >> 1;
    const label = `${name} (${elements.length} elements, ${before.pages.length} pages)`;
    const tasks: Task<Elements>[] = [
      // New objects and new strings, so that nothing is known about them.
      {
        name: `${label}: seen for the first time`,
        prepare: () => copyOf(elements),
        work: (fresh) => paginate(fresh, format),
      },
      {
        name: `${label}: after one edit in the middle`,
        prepare: (round) => withEdit(elements, middle, round),
        work: (after) => paginate(after, format, before),
      },
      {
        name: `${label}: and every line placed`,
        prepare: () => elements,
        work: (same) => {
          const pagination = paginate(same, format);
          for (let page = 0; page < pagination.pages.length; page++) placePage(pagination, page);
        },
      },
    ];
    rows.push(...(await compare(tasks, { rounds: 100, warmUps: 40 })));
  }
  if (hasPeers && hasCorpus) rows.push(...(await peer()));
  return rows;
}

/** afterwriting paginates its own parser's tokens, so its input is Fountain. */
function peer(): Promise<Row[]> {
  const text = corpusBytes(feature.fountain).toString();
  const parse = afterwritingParser();
  const line = afterwritingLiner();
  return compare([
    {
      name: `${feature.fountain}: seen for the first time: afterwriting`,
      of: 'peer',
      prepare: () => parse(text),
      work: (tokens) => line(tokens),
    },
  ]);
}

function scripts(): { name: string; elements: Elements; format: ScriptFormat }[] {
  const madeUp = [4000, 20_000].map((count) => ({
    name: 'made up',
    elements: randomScript(1, count),
    format: defaultFormat,
  }));
  return hasCorpus ? [{ name: feature.fdx, ...corpusScreenplay(feature.fdx) }, ...madeUp] : madeUp;
}

function copyOf(elements: Elements): ScriptElement[] {
  return JSON.parse(JSON.stringify(elements)) as ScriptElement[];
}

function withEdit(elements: Elements, at: number, round: number): ScriptElement[] {
  const after = elements.slice();
  const element = after[at];
  if (element) after[at] = { ...element, content: `${element.content} ${'More. '.repeat(round % 20)}` };
  return after;
}
