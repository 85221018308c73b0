/*
 * A part of a script that is copied, and what becomes of a script where it is put. A fragment that began or ended
 * inside an element goes on with the text around the place where it is put, as a text does in a word processor.
 */
import type { Alignment } from './element.ts';
import { parseEmphasis, type StyledText, writeEmphasis } from './emphasis.ts';
import { contentAs } from './flow.ts';
import {
  endsOf,
  type NewElement,
  type ScriptSelection,
  type SelectableElement,
  type SelectionChange,
  type SelectionEdit,
  selectedParts,
  typeOver,
  writtenInto,
} from './selection.ts';
import { concatStyled, sliceStyled, trimStyled } from './styled.ts';

export interface Fragment {
  elements: NewElement[];
  /** The first is the end of an element, whose beginning was not copied. */
  startsInside: boolean;
  /** The last is the beginning of an element. */
  endsInside: boolean;
}

export interface CopiedElement extends SelectableElement {
  characterName: string | null;
  parenthetical: string | null;
  extras: {
    layout?: { alignment?: Alignment | undefined; startsNewPage?: boolean | undefined } | undefined;
  } | null;
}

/** What is selected, as it is copied. */
export function fragmentOf(elements: readonly CopiedElement[], selection: ScriptSelection): Fragment {
  const parts = selectedParts(elements, selection);
  const [first, last] = [parts[0], parts.at(-1)];
  return {
    elements: parts.map(({ element, start, end, text }) => {
      const { elementType, dual, characterName, parenthetical, extras } = element;
      const { alignment, startsNewPage } = extras?.layout ?? {};
      const isWhole = start === 0 && end === text.text.length;
      return {
        elementType,
        content: isWhole ? element.content : writeEmphasis(sliceStyled(text, start, end)),
        ...(dual && { dual }),
        ...(alignment && { alignment }),
        ...(startsNewPage && { startsNewPage: true as const }),
        ...(characterName !== null && { characterName }),
        ...(parenthetical !== null && { parenthetical }),
      };
    }),
    startsInside: first !== undefined && first.start > 0,
    endsInside: last !== undefined && last.end < last.text.text.length,
  };
}

/** Elements as they are, none of them part of another. */
export function wholeElements(elements: NewElement[]): Fragment {
  return { elements, startsInside: false, endsInside: false };
}

/** A part of one element, which goes into a text as text. */
export function isPartOfText({ elements, startsInside, endsInside }: Fragment): boolean {
  return elements.length === 1 && (startsInside || endsInside);
}

/** Puts a fragment in the place of what is selected, or at the caret. Null where there is nothing to put. */
export function insertFragment(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  fragment: Fragment,
): SelectionChange | null {
  const filled = fragment.elements.filter(({ content }) => content.trim() !== '');
  const [only] = filled;
  if (!only) return null;
  if (isPartOfText({ ...fragment, elements: filled })) {
    return typeOver(elements, selection, parseEmphasis(only.content));
  }
  const ends = endsOf(elements, selection);
  return ends && put(elements, ends, { ...fragment, elements: filled });
}

type Ends = NonNullable<ReturnType<typeof endsOf>>;

/**
 * What stands before the caret keeps its element, and takes the fragment's open beginning; what stands after keeps
 * the other element, or goes on after the fragment's open end.
 */
function put(elements: readonly SelectableElement[], ends: Ends, fragment: Fragment): SelectionChange {
  const { bounds, first, last } = ends;
  const [head, tail] = [trimEnd(ends.head), trimStart(ends.tail)];
  const made = [...fragment.elements];
  const edits: SelectionEdit[] = [];
  const keeps = new Set<number>();
  const isHeadKept = head.text !== '';
  if (isHeadKept) {
    keeps.add(first.id);
    const opening = fragment.startsInside ? made.shift() : undefined;
    edits.push(
      ...writtenInto(first, opening ? concatStyled(ends.head, parseEmphasis(opening.content)) : head),
    );
  }
  const closing = made.at(-1);
  const caretOffset = closing ? parseEmphasis(closing.content).text.length : 0;
  const afterId = isHeadKept ? first.id : (elements[bounds.from.index - 1]?.id ?? null);
  const isJoined = closing !== undefined && fragment.endsInside && tail.text !== '';
  if (isJoined) made.splice(-1, 1, joined(closing, ends.tail));
  const rest: SelectionEdit[] = [];
  if (tail.text !== '' && !isJoined) {
    // The element of what stands after, unless what stands before has it.
    if (keeps.has(last.id)) {
      const { elementType, dual } = last;
      made.push({ elementType, content: writeEmphasis(tail), ...(dual && { dual }) });
    } else {
      keeps.add(last.id);
      rest.push(...writtenInto(last, tail));
    }
  }
  if (made.length > 0) edits.push({ type: 'insert', afterId, elements: made });
  const gone = elements.slice(bounds.from.index, bounds.to.index + 1).filter(({ id }) => !keeps.has(id));
  edits.push(...rest, ...gone.map(({ id }) => ({ type: 'delete' as const, id })));
  const index = fragment.elements.length - (isHeadKept && fragment.startsInside ? 2 : 1);
  return { edits, caret: { in: 'inserted', index: Math.max(0, index), offset: caretOffset } };
}

function joined(element: NewElement, tail: StyledText): NewElement {
  const text = concatStyled(parseEmphasis(element.content), tail);
  return { ...element, content: contentAs(element.elementType, writeEmphasis(text)).trimEnd() };
}

function trimEnd(text: StyledText): StyledText {
  return sliceStyled(text, 0, text.text.trimEnd().length);
}

function trimStart(text: StyledText): StyledText {
  const start = text.text.length - text.text.trimStart().length;
  return trimStyled(sliceStyled(text, start));
}
