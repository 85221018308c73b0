/*
 * Copying a part of a script and inserting it elsewhere. A fragment that began or ended inside an
 * element merges with the text around the insertion point, as in a word processor.
 */
import type { Alignment } from './element.ts';
import { parseEmphasis, type StyledText, writeEmphasis } from './emphasis.ts';
import { lettersAs } from './flow.ts';
import {
  editsToSetText,
  endsOf,
  type NewElement,
  type ScriptSelection,
  type SelectableElement,
  type SelectionChange,
  type SelectionEdit,
  selectedParts,
  typeOver,
} from './selection.ts';
import { concatStyled, sliceStyled, trimStyled } from './styled.ts';
import { lettersOf } from './typedLetters.ts';

export interface Fragment {
  elements: NewElement[];
  /** The first element lacks its beginning, which was not copied. */
  startsInside: boolean;
  /** The last element lacks its end, which was not copied. */
  endsInside: boolean;
  /**
   * The whole text of one element, copied in its own line. It is inserted as text, except where no
   * other text is: there the element itself is inserted.
   */
  isLine?: true;
}

export interface CopiedElement extends SelectableElement {
  projectId?: number;
  characterName: string | null;
  parenthetical: string | null;
  extras: {
    layout?: { alignment?: Alignment | undefined; startsNewPage?: boolean | undefined } | undefined;
  } | null;
}

/** Copy a selection. */
export function fragmentOf(elements: readonly CopiedElement[], selection: ScriptSelection): Fragment {
  const parts = selectedParts(elements, selection);
  const [first, last] = [parts[0], parts.at(-1)];
  return {
    elements: parts.map(({ element, start, end, text }) => {
      const { id, projectId, elementType, dual, characterName, parenthetical, extras } = element;
      const { alignment, startsNewPage } = extras?.layout ?? {};
      const isWhole = start === 0 && end === text.text.length;
      return {
        elementType,
        content: isWhole ? lettersOf(element) : writeEmphasis(sliceStyled(text, start, end)),
        ...(dual && { dual }),
        ...(alignment && { alignment }),
        ...(startsNewPage && { startsNewPage: true as const }),
        ...(characterName !== null && { characterName }),
        ...(parenthetical !== null && { parenthetical }),
        // A part of an element is text without what is attached to the element.
        ...(isWhole && projectId !== undefined && { source: { projectId, id } }),
      };
    }),
    startsInside: first !== undefined && first.start > 0,
    endsInside: last !== undefined && last.end < last.text.text.length,
  };
}

/** Wrap complete elements as a fragment. */
export function wholeElements(elements: NewElement[]): Fragment {
  return { elements, startsInside: false, endsInside: false };
}

/** Return whether a fragment is part of one element. It is inserted as text into an element. */
export function isPartOfText({ elements, startsInside, endsInside, isLine }: Fragment): boolean {
  return elements.length === 1 && (startsInside || endsInside || isLine === true);
}

/**
 * Replace the selection by a fragment, or insert it at the caret. Return null when the fragment is
 * blank.
 */
export function insertFragment(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  fragment: Fragment,
): SelectionChange | null {
  const nonBlank = fragment.elements.filter(({ content }) => content.trim() !== '');
  const [first] = nonBlank;
  if (!first) return null;
  const ends = endsOf(elements, selection);
  const isAlone = ends?.head.text.trim() === '' && ends.tail.text.trim() === '';
  if (isPartOfText({ ...fragment, elements: nonBlank }) && !(fragment.isLine && isAlone)) {
    return typeOver(elements, selection, parseEmphasis(first.content));
  }
  return ends && placeFragment(elements, ends, { ...fragment, elements: nonBlank });
}

type Ends = NonNullable<ReturnType<typeof endsOf>>;

/**
 * Insert the fragment between the text before and after the selection. The text before the caret
 * stays in its element and is joined with an open beginning of the fragment. The text after it
 * stays in the other element or is joined with an open end of the fragment.
 */
function placeFragment(
  elements: readonly SelectableElement[],
  ends: Ends,
  fragment: Fragment,
): SelectionChange {
  const { bounds, first, last } = ends;
  const [head, tail] = [trimEnd(ends.head), trimStart(ends.tail)];
  const inserted = [...fragment.elements];
  const edits: SelectionEdit[] = [];
  const survivingIds = new Set<number>();
  const hasHead = head.text !== '';
  if (hasHead) {
    survivingIds.add(first.id);
    const opening = fragment.startsInside ? inserted.shift() : undefined;
    edits.push(
      ...editsToSetText(first, opening ? concatStyled(ends.head, parseEmphasis(opening.content)) : head),
    );
  }
  const closing = inserted.at(-1);
  const caretOffset = closing ? parseEmphasis(closing.content).text.length : 0;
  const afterId = hasHead ? first.id : (elements[bounds.from.index - 1]?.id ?? null);
  const isJoined = closing !== undefined && fragment.endsInside && tail.text !== '';
  if (isJoined) inserted.splice(-1, 1, joinContent(closing, ends.tail));
  const rest: SelectionEdit[] = [];
  if (tail.text !== '' && !isJoined) {
    // Keep the text after the selection in its element, unless the text before uses that element.
    if (survivingIds.has(last.id)) {
      const { elementType, dual } = last;
      inserted.push({ elementType, content: writeEmphasis(tail), ...(dual && { dual }) });
    } else {
      survivingIds.add(last.id);
      rest.push(...editsToSetText(last, tail));
    }
  }
  const removed = elements
    .slice(bounds.from.index, bounds.to.index + 1)
    .filter(({ id }) => !survivingIds.has(id));
  // Deletions come first, so that an element that is replaced by itself is restored.
  edits.push(...removed.map(({ id }) => ({ type: 'delete' as const, id })));
  if (inserted.length > 0) edits.push({ type: 'insert', afterId, elements: inserted });
  edits.push(...rest);
  const index = fragment.elements.length - (hasHead && fragment.startsInside ? 2 : 1);
  return { edits, caret: { in: 'inserted', index: Math.max(0, index), offset: caretOffset } };
}

function joinContent(element: NewElement, tail: StyledText): NewElement {
  const text = concatStyled(parseEmphasis(element.content), tail);
  return { ...element, content: lettersAs(element.elementType, writeEmphasis(text)).trimEnd() };
}

function trimEnd(text: StyledText): StyledText {
  return sliceStyled(text, 0, text.text.trimEnd().length);
}

function trimStart(text: StyledText): StyledText {
  const start = text.text.length - text.text.trimStart().length;
  return trimStyled(sliceStyled(text, start));
}
