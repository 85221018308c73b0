import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFdx } from '../fdx/parse.ts';
import { parseFountain } from '../fountain/parse.ts';
import type { Screenplay } from '../screenplay.ts';
import { eighthsOf, writeEighths } from './eighths.ts';
import { paginate } from './paginate.ts';
import { piecesOn } from './pieces.ts';
import { plainTextOf } from './text.ts';
import type { Pagination } from './types.ts';

const corpus = process.env.CORPUS_DIR ?? '../shared/corpus';
const hasCorpus = fs.existsSync(path.join(corpus, 'page-truth.json'));
if (!hasCorpus)
  console.warn(`SKIPPED: no page-truth.json in ${corpus}; set CORPUS_DIR to test page breaks against it.`);

/** Number of a paragraph in document order, including empty ones, and of a word inside it. */
type Place = [paragraph: number, word: number];

interface Truth {
  pdf: PageTruth[];
  fdPagesJson: PageTruth[];
  scenePages: { fdx: string; app: string; scenes: { i: number; page: string; length: string }[] }[];
  probes: { probe_id: string; fountain: string; expected: Probe }[];
}
interface PageTruth {
  id: string;
  fdx: string | null;
  fountain: string | null;
  linesPerPage: number;
  pages: {
    firstLine: string;
    startsAt?: { paragraph: number; word: number; uncertain?: boolean; alsoOk?: Place[] };
  }[];
}
interface Probe {
  kind: 'split' | 'push-whole';
  top_fragment_ends_with?: string;
  bottom_fragment_starts_with?: string;
  starts_with?: string;
}

const truth: Truth = hasCorpus
  ? JSON.parse(fs.readFileSync(path.join(corpus, 'page-truth.json'), 'utf8'))
  : { pdf: [], fdPagesJson: [], scenePages: [], probes: [] };

function paginated(name: string): { screenplay: Screenplay; pagination: Pagination } {
  const bytes = fs.readFileSync(path.join(corpus, 'files', name));
  const result = name.endsWith('.fdx') ? parseFdx(bytes) : parseFountain(bytes);
  if (!result.ok) throw new Error(`${name}: ${result.message}`);
  const { screenplay } = result;
  return { screenplay, pagination: paginate(screenplay.elements, screenplay.format) };
}

/** Return the number of each element among the paragraphs of the source. */
function paragraphNumbers({ elements }: Screenplay): number[] {
  let before = 0;
  return elements.map(({ extras }) => {
    before += extras?.blanksBefore?.length ?? 0;
    return before++;
  });
}

function placesOf({ screenplay, pagination }: ReturnType<typeof paginated>): Place[] {
  const numbers = paragraphNumbers(screenplay);
  return pagination.pages.map(({ elementIndex, offset, blanksSkipped }) => {
    const element = screenplay.elements[elementIndex];
    const number = numbers[elementIndex];
    if (!element || number === undefined) throw new Error('a page start has no element');
    const blanks = element.extras?.blanksBefore?.length ?? 0;
    if (offset === 0) return [number - blanks + blanksSkipped, 0];
    return [number, plainTextOf(element).slice(0, offset).trim().split(/\s+/).length];
  });
}

const keyOf = (place: Place) => place.join(':');

describe.skipIf(!hasCorpus)('pages begin where Final Draft begins them', () => {
  const scripts = [...truth.pdf, ...truth.fdPagesJson].flatMap((each) =>
    each.fdx === null ? [] : [{ ...each, fdx: each.fdx }],
  );

  test.each(scripts)('matches $id', ({ fdx, pages, linesPerPage }) => {
    const script = paginated(fdx);
    const starts = placesOf(script);
    const found = new Set(starts.map(keyOf));
    const known = pages.flatMap(({ startsAt }) => (startsAt ? [startsAt] : []));
    const missed = known
      .filter(({ uncertain }) => !uncertain)
      .map(({ paragraph, word, alsoOk }): Place[] => [[paragraph, word], ...(alsoOk ?? [])])
      .filter((allowed) => !allowed.some((place) => found.has(keyOf(place))));
    expect(missed).toEqual([]);
    expect(starts).toHaveLength(known.length);
    expect(script.pagination.linesPerPage).toBe(linesPerPage);
  });

  const fountains = [...truth.pdf, ...truth.fdPagesJson].flatMap((each) =>
    each.fountain === null ? [] : [{ ...each, fountain: each.fountain }],
  );

  test.each(fountains)(
    'has the same number of pages from the Fountain file of $id',
    ({ fountain, pages }) => {
      const { pagination } = paginated(fountain);
      // The title page is among the pages of the PDF.
      expect(pagination.pages).toHaveLength(pages.length - 1);
    },
  );

  test.each(truth.probes)('matches probe $probe_id', ({ fountain, expected }) => {
    const { screenplay, pagination } = paginated(fountain);
    if (expected.kind === 'push-whole') {
      const index = screenplay.elements.findIndex(({ content }) =>
        content.startsWith(expected.starts_with ?? '?'),
      );
      const standsOn = [0, 1].filter((page) =>
        piecesOn(pagination, page).some((piece) => piece.elementIndex === index),
      );
      expect(standsOn).toEqual([0]);
      return;
    }
    const textOn = (page: number) =>
      piecesOn(pagination, page)
        .flatMap(({ elementIndex, lines }) => {
          const element = screenplay.elements[elementIndex];
          return element ? lines.map(({ from, to }) => plainTextOf(element).slice(from, to)) : [];
        })
        .join(' ');
    expect(textOn(0).slice(-60)).toSatisfy((text) => text.endsWith(expected.top_fragment_ends_with ?? '?'));
    expect(textOn(1).slice(0, 60)).toSatisfy((text) =>
      text.startsWith(expected.bottom_fragment_starts_with ?? '?'),
    );
  });
});

describe.skipIf(!hasCorpus)('scene headings are on the page that the original program stored', () => {
  test.each(truth.scenePages)('matches $fdx', ({ fdx, scenes }) => {
    const starts = placesOf(paginated(fdx));
    const pageOfParagraph = (i: number) =>
      starts.filter(([at, word]) => at < i || (at === i && word === 0)).length;
    const missed = scenes.filter(({ i, page }) => Number(page) !== pageOfParagraph(i));
    expect(missed).toEqual([]);
  });
});

describe.skipIf(!hasCorpus)('scenes are as long as Final Draft stored them, to the eighth', () => {
  const byFinalDraft = truth.scenePages.filter(({ app }) => /^Final Draft [89]/.test(app));

  test.each(byFinalDraft)('matches $fdx', ({ fdx, scenes }) => {
    const { screenplay, pagination } = paginated(fdx);
    const numbers = paragraphNumbers(screenplay);
    // One heading of the corpus has no text, so it is no element.
    const known = scenes.filter(({ i }) => numbers.includes(i));
    const lengths = known.map(({ i }, index) => {
      const next = known[index + 1];
      const to = next ? numbers.indexOf(next.i) : numbers.length;
      return writeEighths(eighthsOf(pagination, numbers.indexOf(i), to));
    });
    expect(lengths).toEqual(known.map(({ length }) => length));
  });
});
