import type { ScriptElement, TitlePage } from '../element.ts';
import { emptyTitlePage, plainTextType } from '../element.ts';
import {
  isActionType,
  isCueType,
  isDialogueType,
  isHeadingType,
  isParentheticalType,
  isSpeechType,
  isTransitionType,
} from '../elementTypes/predicates.ts';
import { countByType, isUpperCased } from '../elementTypes/table.ts';
import { writeEmphasis } from '../emphasis.ts';
import { defaultFormat, type ScriptFormat } from '../format.ts';
import { headingStartOf } from '../heading.ts';
import { isOutline } from '../hidden.ts';
import { withParentheses } from '../parenthetical.ts';
import { pastedElements } from '../pasted.ts';
import type { BodyLine } from '../pdfImport/bodyLines.ts';
import { paragraphsOfLines } from '../pdfImport/classifyLines.ts';
import { elementsOfParagraphs } from '../pdfImport/printedElements.ts';
import { creditLine } from '../pdfImport/printedTitlePage.ts';
import type { ImportReceipt, ParseResult } from '../screenplay.ts';
import { upperStyled } from '../styled.ts';
import { notesOfComments } from './commentNotes.ts';
import { paragraphLimitFailure } from './paragraphLimit.ts';
import { headingType, type StyledParagraph, type StyleType, typeOfStyle } from './styledParagraph.ts';
import { isTitleStyle, titlePageOfStyles } from './titleStyles.ts';

/** Minimum difference of indents between speeches and action, in inches. */
const minIndent = 0.4;

/**
 * Convert paragraphs of a document to a script: by their styles if these are the types of a script,
 * else by their indents, else by their words.
 */
export function scriptOfParagraphs(
  given: readonly StyledParagraph[],
  {
    titlePage: givenTitlePage = null,
    receipt = {},
    sceneNumbersShown = false,
  }: { titlePage?: TitlePage | null; receipt?: Partial<ImportReceipt>; sceneNumbersShown?: boolean } = {},
): ParseResult {
  const failure = paragraphLimitFailure(given.filter(({ styled }) => styled.text !== '').length);
  if (failure) return failure;
  const titled = given.filter(({ style }) => isTitleStyle(style));
  const titlePage = titled.length > 0 ? titlePageOfStyles(titled) : givenTitlePage;
  const paragraphs = titled.length > 0 ? given.filter((each) => !titled.includes(each)) : given;
  const first = firstOfScript(paragraphs);
  const body = titlePage ? paragraphs : paragraphs.slice(first);
  const uncertain = [...(receipt.uncertain ?? [])];
  let read: { elements: ScriptElement[]; format: ScriptFormat };
  if (hasTypes(body)) read = { elements: elementsByStyle(body, uncertain), format: defaultFormat };
  else if (hasIndents(body)) {
    read = elementsByIndent(body);
    uncertain.push('The types of the elements were read from the indents of the paragraphs');
  } else {
    read = { elements: elementsByWords(body), format: defaultFormat };
    uncertain.push(
      'The types of the elements were read from their words, because the file does not say them',
    );
  }
  const countsByType = countByType(read.elements);
  const notes = notesOfComments(given, new Set(body), read.elements);
  const kept = [...(receipt.kept ?? [])];
  if (notes.length > 0) kept.push(notes.length === 1 ? '1 comment' : `${notes.length} comments`);
  return {
    ok: true,
    screenplay: {
      titlePage: titlePage ?? titlePageOfLines(paragraphs.slice(0, first)),
      elements: read.elements,
      format: sceneNumbersShown ? { ...read.format, sceneNumbersShown } : read.format,
      source: null,
    },
    notes,
    receipt: { countsByType, kept, uncertain, shortened: receipt.shortened ?? [] },
  };
}

/** Return the index of the first paragraph after a title page. */
function firstOfScript(paragraphs: readonly StyledParagraph[]): number {
  const credit = paragraphs.slice(0, 30).findIndex(({ styled }) => creditLine.test(styled.text));
  if (credit < 0) return 0;
  const from = paragraphs.findIndex(({ style, styled, startsNewPage }, index) => {
    const isStart = startsNewPage || headingStartOf(styled.text) !== null || /^FADE IN\b/i.test(styled.text);
    return index > credit && (isStart || typeOfStyle(style) !== null);
  });
  return from < 0 || from > credit + 30 ? 0 : from;
}

function titlePageOfLines(paragraphs: readonly StyledParagraph[]): TitlePage {
  const texts = paragraphs
    .filter(({ styled }) => styled.text !== '')
    .map(({ styled }) => writeEmphasis(styled));
  const credit = texts.findIndex((text) => creditLine.test(text));
  if (credit < 0) return emptyTitlePage;
  return {
    ...emptyTitlePage,
    more: [],
    title: texts.slice(0, credit).join('\n'),
    credit: texts[credit] ?? '',
    author: texts[credit + 1] ?? '',
    contact: texts.slice(credit + 2).join('\n'),
  };
}

function hasTypes(paragraphs: readonly StyledParagraph[]): boolean {
  const texts = paragraphs.filter(({ styled }) => styled.text !== '');
  const types = texts.map(({ style }) => typeOfStyle(style)?.type);
  if (types.every((type) => type !== undefined)) return true;
  return types.some(isHeadingType) || (types.some(isCueType) && types.some(isDialogueType));
}

function elementsByStyle(paragraphs: readonly StyledParagraph[], uncertain: string[]): ScriptElement[] {
  const elements: ScriptElement[] = [];
  const unknown = new Map<string, number>();
  for (const paragraph of paragraphs) {
    const { style, styled, alignment, startsNewPage, sceneNumber, dual } = paragraph;
    if (styled.text === '') continue;
    const known = typeOfStyle(style);
    if (!known) unknown.set(style, (unknown.get(style) ?? 0) + 1);
    const { type: elementType, originalType } = known ?? wordType(styled.text);
    const before = elements.findLast((each) => !isOutline(each))?.elementType;
    const isSpoken = !isSpeechType(elementType) || (before && (isSpeechType(before) || isCueType(before)));
    const content = writeEmphasis(
      isUpperCased(elementType) || isTransitionType(elementType) ? upperStyled(styled) : styled,
    );
    const layout = {
      ...(alignment === 'center' && isActionType(elementType) && { alignment: 'Center' as const }),
      ...(startsNewPage && elements.length > 0 && { startsNewPage: true }),
    };
    elements.push({
      elementType: isSpoken ? elementType : plainTextType,
      content: isSpoken && isParentheticalType(elementType) ? withParentheses(content) : content,
      dual: dual ?? null,
      originalType,
      extras: Object.keys(layout).length > 0 ? { layout } : null,
      ...(sceneNumber && { sceneNumber }),
    });
  }
  for (const [style, count] of unknown) {
    const name = style === '' ? 'without a style' : `of style “${style}”`;
    uncertain.push(`${count} ${count === 1 ? 'paragraph' : 'paragraphs'} ${name} became action`);
  }
  return elements;
}

function wordType(text: string): StyleType {
  const type = headingStartOf(text) === null ? plainTextType : headingType;
  return { type, originalType: null };
}

function hasIndents(paragraphs: readonly StyledParagraph[]): boolean {
  const texts = paragraphs.filter(({ styled }) => styled.text !== '');
  const least = minIndentOf(paragraphs);
  return texts.filter(({ leftInches }) => leftInches > least + minIndent).length > 1;
}

/** Return the smallest indent of the paragraphs with text. A file may have a million of them. */
function minIndentOf(paragraphs: readonly StyledParagraph[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { styled, leftInches } of paragraphs)
    if (styled.text !== '' && leftInches < least) least = leftInches;
  return least;
}

const cellsPerInch = 10;

/** Read the paragraphs as lines of a print, each at its indent. */
function elementsByIndent(paragraphs: readonly StyledParagraph[]) {
  const least = minIndentOf(paragraphs);
  const lines: BodyLine[] = [];
  let gap = Number.POSITIVE_INFINITY;
  for (const { styled, leftInches, alignment, sceneNumber } of paragraphs) {
    if (styled.text === '') {
      gap = Math.min(gap + 1, 3);
      continue;
    }
    const length = styled.text.length;
    const placed = (leftInches - least) * cellsPerInch;
    const column =
      alignment === 'center' ? Math.max(0, 30 - length / 2) : alignment === 'right' ? 60 - length : placed;
    const endColumn = Math.min(column + length, 60);
    const place = { page: 1, yPoints: 0, gap, column, endColumn };
    const line = { ...place, segments: [], styled, text: styled.text };
    lines.push({ ...line, sceneNumber: sceneNumber ?? null });
    gap = 1;
  }
  const geometry = { cellPoints: 7.2, pitchPoints: 12, leftPoints: 108, rightPoints: 540, sizePoints: 12 };
  const isSpaced = lines.every(({ gap: each }) => each === 1 || each === Number.POSITIVE_INFINITY);
  const spaced = isSpaced
    ? lines.map((line, index) => ({ ...line, gap: gapByColumn(line, lines[index - 1]) }))
    : lines;
  const read = paragraphsOfLines({ pages: [], lines: [spaced], geometry, paperPoints: 612 });
  return elementsOfParagraphs(read, defaultFormat);
}

/** Return the gap above a paragraph if the file sets space by styles: only speeches have none. */
function gapByColumn(line: BodyLine, before: BodyLine | undefined): number {
  const isInSpeech =
    before !== undefined && before.column > 3 && line.column > 3 && line.column < before.column + 8;
  return isInSpeech && line.text !== line.text.toUpperCase() ? 1 : 2;
}

function elementsByWords(paragraphs: readonly StyledParagraph[]): ScriptElement[] {
  const text = paragraphs.map(({ styled }) => writeEmphasis(styled)).join('\n');
  const separated = text.includes('\n\n')
    ? text
    : paragraphs.map(({ styled }) => writeEmphasis(styled)).join('\n\n');
  const pasted = pastedElements(separated) ?? [{ elementType: wordType(separated).type, content: separated }];
  return pasted.map(({ elementType, content, dual }) => ({
    elementType,
    content,
    dual: dual ?? null,
    originalType: null,
    extras: null,
  }));
}
