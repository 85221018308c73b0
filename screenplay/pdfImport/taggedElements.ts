import type { ScriptElement } from '../element.ts';
import { isHeadingType, isParentheticalType } from '../elementTypes/predicates.ts';
import { type StyledText, writeEmphasis } from '../emphasis.ts';
import { withParentheses } from '../parenthetical.ts';
import { concatStyled, normaliseSpans, unstyled } from '../styled.ts';
import { isScriptTag, type PieceTag, parsePieceTag, titleTag } from './pieceTags.ts';
import type { PositionedPage, PositionedRun } from './positionedText.ts';
import { joinSegments, printedLinesOf } from './printedLines.ts';

/** Share of the text that must have tags. Less is a PDF that was assembled from several. */
const minTagged = 0.98;

/** Return whether a PDF has the tags of our writer on all text of its script. */
export function hasScriptTags(pages: readonly PositionedPage[]): boolean {
  const runs = pages.flatMap((page) => page.runs).filter(({ tag }) => tag !== 'Artifact');
  const tagged = runs.filter(({ tag }) => isScriptTag(tag)).length;
  return tagged > 0 && tagged >= runs.length * minTagged;
}

/** Return whether a page has only lines of a title page. */
export function isTaggedFrontPage({ runs }: PositionedPage): boolean {
  const tagged = runs.filter(({ tag }) => isScriptTag(tag));
  return tagged.length > 0 && tagged.every(({ tag }) => tag === titleTag);
}

/** Piece of an element with its text. */
interface TaggedPiece {
  tag: PieceTag;
  styled: StyledText;
  sceneNumber: string | null;
}

/** Read the elements of our PDF from the tags of its text. */
export function taggedElements(pages: readonly PositionedPage[], cellPoints: number): ScriptElement[] {
  const elements: { pieces: TaggedPiece[] }[] = [];
  for (const page of pages) {
    for (const piece of piecesOfPage(page, cellPoints)) {
      const last = elements.at(-1);
      const open = piece.tag.isStart ? undefined : last;
      if (open) open.pieces.push(piece);
      else elements.push({ pieces: [piece] });
    }
  }
  return elements.map(({ pieces }) => elementOf(pieces));
}

function piecesOfPage(page: PositionedPage, cellPoints: number): TaggedPiece[] {
  const marks = new Map<number, PositionedRun[]>();
  for (const run of page.runs) {
    if (!isScriptTag(run.tag)) continue;
    const runs = marks.get(run.markId) ?? [];
    marks.set(run.markId, runs);
    runs.push(run);
  }
  const numbers = page.runs.filter(({ tag }) => tag === 'Artifact');
  return [...marks.values()].flatMap((runs): TaggedPiece[] => {
    const tag = parsePieceTag(runs[0]?.tag ?? '');
    if (!tag) return [];
    const lines = printedLinesOf({ ...page, runs }, cellPoints);
    const parts = lines.flatMap(({ segments }, index) => {
      const line = joinSegments(segments, cellPoints).styled;
      return index === 0 ? [line] : [unstyled(' '), line];
    });
    const first = runs[0] as PositionedRun;
    const isNumber = ({ yPoints, xPoints }: PositionedRun) =>
      Math.abs(yPoints - first.yPoints) < 1 && xPoints < first.xPoints - cellPoints;
    const number = isHeadingType(tag.type) && tag.isStart ? numbers.find(isNumber) : undefined;
    return [{ tag, styled: concatStyled(...parts), sceneNumber: number?.text.trim() ?? null }];
  });
}

function elementOf(pieces: readonly TaggedPiece[]): ScriptElement {
  const [first] = pieces as readonly [TaggedPiece];
  const { type, dual, originalType, styles, isCentred } = first.tag;
  const { text, spans } = concatStyled(...pieces.flatMap(({ tag, styled }) => [unstyled(tag.space), styled]));
  const own = spans.map((span) => ({
    ...span,
    ...Object.fromEntries(styles.map((style) => [style, false])),
  }));
  const content = writeEmphasis({ text, spans: normaliseSpans(own) });
  const { sceneNumber } = first;
  return {
    elementType: type,
    content: isParentheticalType(type) ? withParentheses(content) : content,
    dual,
    originalType,
    extras: isCentred ? { layout: { alignment: 'Center' } } : null,
    ...(sceneNumber !== null && { sceneNumber }),
  };
}
