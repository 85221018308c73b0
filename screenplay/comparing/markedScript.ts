import { plainTextType, type ScriptElement } from '../element.ts';
import { type StyledText, writeEmphasis } from '../emphasis.ts';
import { styledTextOf } from '../layout/text.ts';
import { concatRuns, unstyled } from '../styled.ts';
import type { ComparedRow, Comparison } from './compareDrafts.ts';
import { type ComparedRun, wholeRuns } from './compareStyled.ts';
import { movedToText } from './rowLabels.ts';

/** Changed range of the plain text of a marked element. */
export interface TextMark {
  from: number;
  to: number;
  type: Exclude<ComparedRun['type'], 'same'>;
}

/** Element of the marked script: inserted text is underlined, deleted text is struck. */
export interface MarkedElement {
  element: ScriptElement;
  marks: TextMark[];
  /** Index of its row in the comparison. */
  row: number;
}

/**
 * Return both drafts as one script. A moved passage is at its new position; at the old one is a
 * line that says where it is.
 */
export function markedScriptOf(comparison: Comparison): MarkedElement[] {
  const { rows, passages } = comparison;
  return rows.flatMap((row, index): MarkedElement[] => {
    if (row.passage < 0 || row.after !== null) return [{ ...markedElementOf(row), row: index }];
    // One line stands for all elements of the passage.
    if (passages[row.passage]?.fromRow !== index) return [];
    const text = `[${movedToText(comparison, row.passage)}: ${styledTextOf(row.before as ScriptElement).text}]`;
    const content = writeEmphasis({ text, spans: [{ from: 0, to: text.length, ...italic }] });
    return [{ element: { ...lineElement, content }, marks: [], row: index }];
  });
}

const italic = { isBold: false, isItalic: true, isUnderlined: false };
const lineElement = {
  ...{ elementType: plainTextType, dual: null, originalType: null, extras: null },
} satisfies Omit<ScriptElement, 'content'>;

function markedElementOf({ type, before, after, runs }: ComparedRow): Omit<MarkedElement, 'row'> {
  const source = (after ?? before) as ScriptElement;
  const whole = type === 'added' || type === 'removed' ? wholeRuns(styledTextOf(source), type) : null;
  const element = withoutProduction(source);
  const compared = whole ?? runs;
  if (!compared) return { element, marks: [] };
  const { styled, marks } = mergeRuns(compared);
  return { element: { ...element, content: writeEmphasis(styled) }, marks };
}

/** Leave out what belongs to the pages of one draft. */
function withoutProduction(element: ScriptElement): ScriptElement {
  const { layout, blanksBefore, number } = element.extras ?? {};
  const { elementType, content, dual, originalType, sceneNumber } = element;
  const extras = {
    ...(layout && { layout }),
    ...(blanksBefore && { blanksBefore }),
    ...(number && { number }),
  };
  return { elementType, content, dual, originalType, sceneNumber: sceneNumber ?? null, extras };
}

/** Return the text of both drafts, with the styles that mark the changes. */
export function mergeRuns(runs: readonly ComparedRun[]): { styled: StyledText; marks: TextMark[] } {
  const parts: StyledText[] = [];
  const marks: TextMark[] = [];
  let at = 0;
  for (const [index, { text, type, look }] of runs.entries()) {
    const before = runs[index - 1];
    // Deleted and inserted words would otherwise print as one word.
    if (before && before.type !== type && /[\p{L}\p{N}]$/u.test(before.text) && /^[\p{L}\p{N}]/u.test(text)) {
      parts.push(unstyled(' '));
      at++;
    }
    const shown = { ...look, ...(type === 'added' && { isUnderlined: true }) };
    const span = {
      from: 0,
      to: text.length,
      ...shown,
      ...(type === 'removed' && { isStruck: true as const }),
    };
    parts.push({ text, spans: [span] });
    if (type !== 'same') marks.push({ from: at, to: at + text.length, type });
    at += text.length;
  }
  return { styled: concatRuns(parts), marks };
}
