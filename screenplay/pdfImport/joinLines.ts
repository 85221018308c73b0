import type { StyledText } from '../emphasis.ts';
import { concatStyled, unstyled } from '../styled.ts';
import type { ParagraphLine, PrintedParagraph } from './printedParagraph.ts';

/** Measures and habits of a print by which its lines are joined. */
export interface JoinRules {
  /** Right edge by type and column, in characters from the left edge of action. */
  edges: ReadonlyMap<string, number>;
  /** Whether the writer sets a space after a dash. */
  hasSpaceAfterDash: boolean;
  /** Whether the writer sets a space after a dash where a capital letter follows. */
  hasSpaceBeforeCapital: boolean;
  /** Whether lines are wrapped at hyphens, too. */
  breaksAtHyphens: boolean;
  /** Whether the writer sets two spaces after a sentence. */
  hasTwoSpaces: boolean;
  /** Whether the writer sets two spaces after some sentences. */
  mayHaveTwoSpaces: boolean;
  /** Whether lines were wrapped with Fountain's marks of emphasis in them, as afterwriting does. */
  countsMarks: boolean;
}

/** Share of the wrapped lines that end within the usual edge; the others are set wider. */
const minShare = 0.97;

export function joinRulesOf(paragraphs: readonly PrintedParagraph[]): JoinRules {
  const ends = new Map<string, number[]>();
  const counts = { spaced: 0, closed: 0, spacedCapital: 0, closedCapital: 0, two: 0, one: 0, hyphens: 0 };
  for (const paragraph of paragraphs) {
    const ofType = ends.get(keyOf(paragraph)) ?? [];
    ends.set(keyOf(paragraph), ofType);
    for (const [index, { styled, endColumn }] of paragraph.lines.entries()) {
      if (index < paragraph.lines.length - 1 && !endsWithHyphen.test(styled.text)) ofType.push(endColumn);
      const count = (pattern: RegExp) => styled.text.match(pattern)?.length ?? 0;
      if (/[\p{L}\p{N}]-$/u.test(styled.text) && index < paragraph.lines.length - 1) counts.hyphens++;
      counts.spaced += count(/(?:--|—) /g);
      counts.closed += count(/(?:--|—)[^\s-]/g);
      counts.spacedCapital += count(/(?:--|—) \p{Lu}/gu);
      counts.closedCapital += count(/(?:--|—)\p{Lu}/gu);
      counts.two += count(/[.!?…]["”’)]* {2}\S/g);
      counts.one += count(/[.!?…]["”’)]* \S/g);
    }
  }
  const edges = new Map(
    [...ends].map(([key, columns]): [string, number] => {
      columns.sort((a, b) => a - b);
      return [key, columns[Math.floor(columns.length * minShare)] ?? 0];
    }),
  );
  const hasSpaceAfterDash = counts.spaced >= counts.closed;
  const capitals = counts.spacedCapital - counts.closedCapital;
  return {
    edges,
    countsMarks: countsMarks(paragraphs, edges),
    hasSpaceAfterDash,
    hasSpaceBeforeCapital: capitals === 0 ? hasSpaceAfterDash : capitals > 0,
    breaksAtHyphens: counts.hyphens > 0,
    hasTwoSpaces: counts.two > counts.one * 1.5,
    mayHaveTwoSpaces: counts.two > 0 || counts.one < 4,
  };
}

const minEmphasizedLines = 3;

/**
 * Return whether lines with emphasis end too early much more often than others, because the marks
 * of their emphasis were in them when they were wrapped.
 */
function countsMarks(paragraphs: readonly PrintedParagraph[], edges: ReadonlyMap<string, number>): boolean {
  const plain = { early: 0, all: 0 };
  const emphasized = { early: 0, all: 0 };
  for (const paragraph of paragraphs) {
    const edge = edges.get(keyOf(paragraph)) ?? 0;
    for (const [index, line] of paragraph.lines.slice(1).entries()) {
      const before = paragraph.lines[index] as ParagraphLine;
      const [word = ''] = line.styled.text.split(' ');
      const counts = before.styled.spans.length > 0 ? emphasized : plain;
      counts.all++;
      if (before.endColumn + 1 + word.length <= edge + 0.2) counts.early++;
    }
  }
  if (emphasized.all < minEmphasizedLines) return false;
  return emphasized.early / emphasized.all > 0.3 + plain.early / Math.max(1, plain.all);
}

/** Return the length of the marks of a text's emphasis in Fountain. */
function marksLength({ spans }: StyledText): number {
  const lengthOf = ({ isBold, isItalic, isUnderlined }: StyledText['spans'][number]) =>
    (isBold ? 4 : 0) + (isItalic ? 2 : 0) + (isUnderlined ? 2 : 0);
  return spans.reduce((sum, span) => sum + lengthOf(span), 0);
}

/** A hyphen may exceed the width of the column. */
const endsWithHyphen = /[-–—]$/;

function keyOf({ type, dual }: PrintedParagraph): string {
  return `${type} ${dual}`;
}

/** Join the lines of a paragraph as they were before they were wrapped. */
export function joinPrintedLines(paragraph: PrintedParagraph, rules: JoinRules): StyledText {
  const usual = rules.edges.get(keyOf(paragraph)) ?? 0;
  const own = paragraph.lines.map(({ styled, endColumn }) =>
    endsWithHyphen.test(styled.text) ? 0 : endColumn,
  );
  const edge = Math.max(usual, ...own.slice(0, -1));
  const parts: StyledText[] = [];
  for (const [index, line] of paragraph.lines.entries()) {
    const before = paragraph.lines[index - 1];
    if (before)
      parts.push(styledGap(before, line, paragraph.isCentred ? '\n' : gapOf(before, line, edge, rules)));
    parts.push(line.styled);
  }
  return concatStyled(...parts);
}

/** Return the white space that wrapping removed between two lines. */
function gapOf(before: ParagraphLine, line: ParagraphLine, edge: number, rules: JoinRules): string {
  const { breaksAtHyphens, countsMarks, hasTwoSpaces, mayHaveTwoSpaces } = rules;
  const above = before.styled.text;
  const below = line.styled.text;
  const [piece = ''] = (breaksAtHyphens ? /^[^\s-]*-?/ : /^\S*/).exec(below) ?? [];
  if (line.isBelowBlank) return '\n\n';
  if (/^[-–•*] \S/.test(below) && before.page === line.page && !/[-–]$/.test(above)) return '\n';
  const isSentence = /[.!?…:]["”’)]*$/.test(above);
  const space = above.endsWith('-') ? 0 : isSentence && mayHaveTwoSpaces ? 2 : 1;
  const marks = countsMarks ? marksLength(before.styled) : 0;
  const isForced = before.endColumn + marks + space + piece.length <= edge + 0.2;
  if (isForced && before.page === line.page) return '\n';
  if (/[\p{L}\p{N}]-$/u.test(above) && /^[\p{L}\p{N}]/u.test(below)) return '';
  if (above.endsWith('-') && below.startsWith('-')) return '';
  if (/(?:--|[—–])$/.test(above) && !/\s(?:--|[—–])$/.test(above)) {
    const hasSpace = /^\p{Lu}/u.test(below) ? rules.hasSpaceBeforeCapital : rules.hasSpaceAfterDash;
    return hasSpace ? ' ' : '';
  }
  if (isWithoutSpaces.test(above.slice(-1)) && isWithoutSpaces.test(below.charAt(0))) return '';
  const isCutWord = !/\s/.test(above) && above.length > 25 && before.endColumn > edge - 0.5;
  if (isCutWord) return '';
  return hasTwoSpaces && /[.!?…]["”’)]*$/.test(above) && !/^[\p{Ll}]/u.test(below) ? '  ' : ' ';
}

const isWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\u3000-\u303f\uff00-\uffef]/u;

/** Return the gap with the style that both lines have where they meet. */
function styledGap(before: ParagraphLine, line: ParagraphLine, gap: string): StyledText {
  const last = before.styled.spans.at(-1);
  const first = line.styled.spans[0];
  if (
    gap === '' ||
    gap.includes('\n') ||
    !last ||
    !first ||
    last.to < before.styled.text.length ||
    first.from > 0
  )
    return unstyled(gap);
  return {
    text: gap,
    spans: [
      {
        from: 0,
        to: gap.length,
        isBold: last.isBold && first.isBold,
        isItalic: last.isItalic && first.isItalic,
        isUnderlined: last.isUnderlined && first.isUnderlined,
      },
    ],
  };
}
