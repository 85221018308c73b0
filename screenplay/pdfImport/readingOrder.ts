import type { PositionedRun } from './positionedText.ts';

/** Run in the order in which it is read, with the distance to the text that is read before it. */
export interface ReadRun {
  run: PositionedRun;
  gapPoints: number;
}

/**
 * Return the runs of a line, which are given from left to right, in the order in which they are
 * read. Text from right to left in other text is read from its right end, words from left to right
 * in it from their left end, and the space before it is where the two meet on the page.
 */
export function inReadingOrder(runs: readonly PositionedRun[], isRightToLeft: boolean): ReadRun[] {
  if (isRightToLeft) return joinGroups(groupsByDirection(runs).reverse());
  const first = runs.findIndex((run) => run.isRightToLeft);
  if (first < 0) return joinGroups([[...runs]]);
  const end = runs.findLastIndex((run) => run.isRightToLeft) + 1;
  return joinBlocks([
    joinGroups([runs.slice(0, first)]),
    inReadingOrder(runs.slice(first, end), true),
    joinGroups([runs.slice(end)]),
  ]);
}

function groupsByDirection(runs: readonly PositionedRun[]): PositionedRun[][] {
  const groups: PositionedRun[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    if (group?.[0]?.isRightToLeft === run.isRightToLeft) group.push(run);
    else groups.push([run]);
  }
  return groups;
}

/** Read each group, whose runs have one direction and are given from left to right. */
function joinGroups(groups: readonly PositionedRun[][]): ReadRun[] {
  return joinBlocks(
    groups.map((group) => {
      const read = group[0]?.isRightToLeft ? group.toReversed() : group;
      return joinBlocks(read.map((run) => [{ run, gapPoints: 0 }]));
    }),
  );
}

/** Put blocks one after the other, with the distances between them. */
function joinBlocks(blocks: readonly ReadRun[][]): ReadRun[] {
  const filled = blocks.filter((block) => block.length > 0);
  return filled.flatMap(([first, ...rest], index) => {
    const before = filled[index - 1];
    if (!first || !before) return first ? [first, ...rest] : [];
    return [{ ...first, gapPoints: distance(before, [first, ...rest]) }, ...rest];
  });
}

function distance(before: readonly ReadRun[], block: readonly ReadRun[]): number {
  const [one, other] = [extentOf(before), extentOf(block)];
  return one.from <= other.from ? other.from - one.to : one.from - other.to;
}

function extentOf(block: readonly ReadRun[]): { from: number; to: number } {
  return {
    from: Math.min(...block.map(({ run }) => run.xPoints)),
    to: Math.max(...block.map(({ run }) => run.xPoints + run.widthPoints)),
  };
}
