import { type DiffRun, wordDifferences } from '../diff.ts';
import type { StyledText } from '../emphasis.ts';
import { type Look, lookRuns, plain, sliceStyled, styles } from '../styled.ts';

/** Range of two compared texts. Its style is that of the later text, or of deleted text. */
export interface ComparedRun {
  text: string;
  /** Restyled: the words are the same, and their style is another. */
  type: DiffRun['type'] | 'restyled';
  look: Look;
  /** Earlier style of a restyled run. */
  lookBefore?: Look;
}

/** Compare two texts by word, and the styles of the words that both have. */
export function compareStyled(before: StyledText, after: StyledText): ComparedRun[] {
  const runs: ComparedRun[] = [];
  let [b, a] = [0, 0];
  for (const { text, type } of wordDifferences(before.text, after.text)) {
    const [endBefore, endAfter] = [
      type === 'added' ? b : b + text.length,
      type === 'removed' ? a : a + text.length,
    ];
    if (type === 'removed') pushRuns(runs, type, sliceStyled(before, b, endBefore));
    else if (type === 'added') pushRuns(runs, type, sliceStyled(after, a, endAfter));
    else pushSame(runs, sliceStyled(before, b, endBefore), sliceStyled(after, a, endAfter));
    [b, a] = [endBefore, endAfter];
  }
  return runs;
}

/** Return the runs of a text that is equal, new or deleted as a whole. */
export function wholeRuns(styled: StyledText, type: DiffRun['type']): ComparedRun[] {
  const runs: ComparedRun[] = [];
  pushRuns(runs, type, styled);
  return runs;
}

function pushRuns(runs: ComparedRun[], type: DiffRun['type'], styled: StyledText): void {
  for (const { text, look } of lookRuns(styled)) runs.push({ text, type, look });
}

/** Add equal text, divided where either style changes. */
function pushSame(runs: ComparedRun[], before: StyledText, after: StyledText): void {
  const ends = [before, after].flatMap(({ spans }) => spans.flatMap(({ from, to }) => [from, to]));
  const edges = [...new Set([0, ...ends, after.text.length])].sort((one, other) => one - other);
  for (const [index, from] of edges.entries()) {
    const to = edges[index + 1];
    if (to === undefined) break;
    const look = lookAt(after, from);
    const lookBefore = lookAt(before, from);
    const text = after.text.slice(from, to);
    // The style of white space cannot be seen.
    const isSame = isSameLook(look, lookBefore) || text.trim() === '';
    runs.push(isSame ? { text, type: 'same', look } : { text, type: 'restyled', look, lookBefore });
  }
}

function lookAt({ spans }: StyledText, offset: number): Look {
  const found = spans.find(({ from, to }) => from <= offset && offset < to);
  if (!found) return plain;
  const { from: _from, to: _to, ...look } = found;
  return look;
}

function isSameLook(one: Look, other: Look): boolean {
  return !one.isStruck === !other.isStruck && styles.every((style) => one[style] === other[style]);
}

const names = { isBold: 'bold', isItalic: 'italic', isUnderlined: 'underlined', isStruck: 'struck' } as const;

/** Describe how a style changed, such as "now bold, not italic". */
export function lookChangeOf({ look, lookBefore = plain }: ComparedRun): string {
  return Object.entries(names)
    .flatMap(([style, name]) => {
      const [is, was] = [look, lookBefore].map((each) => each[style as keyof typeof names] ?? false);
      return is === was ? [] : [is ? `now ${name}` : `not ${name}`];
    })
    .join(', ');
}
