import { compareDraftsInSteps } from '#screenplay/comparing/compareDrafts.ts';
import { type DraftElement, labelDraftInSteps } from '#screenplay/comparing/draft.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { runToCompletion, type Steps } from '#screenplay/steps.ts';
import { stretchesOf } from '#screenplay/stretches.ts';
import { type Random, seeded } from '#test/random.ts';
import { randomScript, randomText } from '#test/randomScript.ts';
import { compare, type Row } from './measure.ts';

/** Elements of about 120 pages. */
const elementCount = 1750;

/**
 * Measure the comparison of two drafts of 120 pages: every tenth line is rewritten, every fortieth
 * deleted or new, and ten scenes are moved. The target is 1 s, pages included.
 */
export async function run(): Promise<Row[]> {
  const before = randomScript(1, elementCount).map((element, id) => ({ ...element, id: id + 1 }));
  const after = rewritten(before, seeded(2));
  const other = randomScript(3, elementCount);
  const pages = paginate(before, defaultFormat).pages.length;
  const label = `two drafts of ${pages} pages`;
  const withoutIds = (elements: readonly DraftElement[]) => elements.map(({ id: _, ...element }) => element);
  const rows = await compare<[readonly DraftElement[], readonly DraftElement[]]>(
    [
      {
        name: `${label}, with ids: pages and comparison`,
        prepare: () => copies(before, after),
        work: compareAll,
      },
      {
        name: `${label}, one of a file`,
        prepare: () => copies(before, withoutIds(after)),
        work: compareAll,
      },
      { name: `${label}, nothing alike`, prepare: () => copies(withoutIds(before), other), work: compareAll },
      {
        name: 'the pages of both alone',
        prepare: () => copies(before, after),
        work: (drafts) => drafts.map((elements) => paginate(elements, defaultFormat)),
        of: 'floor',
      },
    ],
    { rounds: 10, warmUps: 3 },
  );
  return [...rows, { name: 'longest step', figure: maxStepMs(before, withoutIds(after)), of: 'ours' }];
}

const copies = (...drafts: [readonly DraftElement[], readonly DraftElement[]]) => structuredClone(drafts);

function* compareSteps([before, after]: readonly DraftElement[][]) {
  const label = (elements: readonly DraftElement[] = []) =>
    labelDraftInSteps({ elements, format: defaultFormat, titlePage: null });
  return yield* compareDraftsInSteps(yield* label(before), yield* label(after));
}

function compareAll([before, after]: readonly (readonly DraftElement[])[]) {
  return runToCompletion(compareSteps([[...(before ?? [])], [...(after ?? [])]]));
}

/** Return the time of the longest step, during which nothing else can run. */
function maxStepMs(before: readonly DraftElement[], after: readonly DraftElement[]): number {
  const steps: Steps<unknown> = compareSteps([[...before], [...after]]);
  let maxMs = 0;
  for (let isDone = false; !isDone; ) {
    const start = performance.now();
    isDone = steps.next().done ?? false;
    maxMs = Math.max(maxMs, performance.now() - start);
  }
  return maxMs;
}

function rewritten(elements: readonly DraftElement[], random: Random): DraftElement[] {
  const scenes = stretchesOf(elements).map(({ from, to }) => elements.slice(from, to));
  for (let count = 0; count < 10; count++) {
    const [scene = []] = scenes.splice(random.below(scenes.length), 1);
    scenes.splice(random.below(scenes.length), 0, scene);
  }
  let id = elements.length;
  return scenes.flat().flatMap((element): DraftElement[] => {
    if (isHeadingType(element.elementType)) return [element];
    if (random.chance(0.0125)) return [];
    const content = random.chance(0.1) ? `${element.content} ${randomText(random, 3)}` : element.content;
    const added = { ...element, id: ++id, content: randomText(random, 12) };
    return random.chance(0.0125) ? [{ ...element, content }, added] : [{ ...element, content }];
  });
}
