import { type ElementExtras, type ElementType, plainTextType, type ScriptElement } from './element.ts';
import { mapInSteps, runToCompletion, type Steps } from './steps.ts';

/*
 * Earlier states of a script. They are computed from the current script by undoing all later
 * history entries and moves, newest first (docs/decisions/0008).
 */

/** Fields of an element that the history records. */
export interface RecordedText extends Pick<ScriptElement, 'elementType' | 'content'> {
  characterName: string | null;
  parenthetical: string | null;
}

/**
 * Element at an earlier moment. Column, original type, extras and scene number are not recorded:
 * they are the current values, or those at deletion.
 */
export interface PastElement extends RecordedText, Pick<ScriptElement, 'dual'> {
  id: number;
  originalType?: string | null | undefined;
  extras?: ElementExtras | null | undefined;
  sceneNumber?: string | null | undefined;
  /**
   * Only for elements deleted since then: the last text, or null if the element can only be
   * inserted again.
   */
  gone?: RecordedText | null | undefined;
}

/** Deleted row, as far as a comparison needs it. */
type DeletedElement = Omit<PastElement, 'id' | 'gone'>;

/** History entry with the data needed to undo it. Old entries lack some fields. */
export interface PastEntry {
  /** Ascending in time. */
  id: number;
  elementId: number;
  action: 'create' | 'update' | 'delete';
  previousElementType: ElementType | null;
  newElementType: ElementType | null;
  previousContent: string | null;
  newContent: string | null;
  previousCharacterName: string | null;
  newCharacterName: string | null;
  previousParenthetical: string | null;
  newParenthetical: string | null;
  /** For a deletion: id of the previous element. Null for the first element and in old entries. */
  afterElementId: number | null;
  /** For a deletion: the deleted row. */
  kept?: { element?: DeletedElement } | null;
}

/** Move of one element. Elements moved together are recorded one after the other. */
export interface PastMove {
  /** Ascending in time. */
  id: number;
  elementId: number;
  /** Id of the element before it prior to this move; null if it was the first. */
  afterElementId: number | null;
  /** Id of the last history entry before the move. */
  historyId: number;
}

/** Entries and moves since a moment, in any order. */
export interface UndoSteps {
  entries: readonly PastEntry[];
  moves: readonly PastMove[];
}

/**
 * Return the script before `steps`. `current` is the current script in order. Never throws: a step
 * that does not fit is undone as far as possible.
 */
export function scriptAt(current: readonly PastElement[], steps: UndoSteps): PastElement[] {
  return runToCompletion(scriptAtInSteps(current, steps));
}

/** Compute the same as scriptAt in steps. */
export function* scriptAtInSteps(
  current: readonly PastElement[],
  { entries, moves }: UndoSteps,
): Steps<PastElement[]> {
  const script = new LinkedScript(current);
  yield* mapInSteps(current, (element) => script.append(element));
  const movesNewestFirst = moves.toSorted((a, b) => b.id - a.id);
  let next = 0;
  yield* mapInSteps(
    entries.toSorted((a, b) => b.id - a.id),
    (entry) => {
      for (; (movesNewestFirst[next]?.historyId ?? -1) >= entry.id; next++)
        undoMove(script, movesNewestFirst[next]);
      undoEntry(script, entry);
    },
  );
  for (; next < movesNewestFirst.length; next++) undoMove(script, movesNewestFirst[next]);
  return script.inOrder();
}

function undoMove(script: LinkedScript, move: PastMove | undefined): void {
  const element = move && script.get(move.elementId);
  if (!element) return;
  script.remove(element.id);
  script.insert(element, move.afterElementId);
}

function undoEntry(script: LinkedScript, entry: PastEntry): void {
  if (entry.action === 'create') {
    script.remove(entry.elementId);
  } else if (entry.action === 'delete') {
    script.remove(entry.elementId);
    // Entries without a row are from a time when positions were not recorded either.
    const isPlaced = entry.kept?.element !== undefined || entry.afterElementId !== null;
    script.insert(deletedElement(script, entry), isPlaced ? entry.afterElementId : undefined);
  } else {
    const element = script.get(entry.elementId);
    if (element) script.replace({ ...element, ...fieldsBefore(entry) });
  }
}

function deletedElement(script: LinkedScript, entry: PastEntry): PastElement {
  const kept = entry.kept?.element;
  const text: RecordedText = {
    elementType: kept?.elementType ?? entry.previousElementType ?? plainTextType,
    content: kept?.content ?? entry.previousContent ?? '',
    characterName: kept ? kept.characterName : entry.previousCharacterName,
    parenthetical: kept ? kept.parenthetical : entry.previousParenthetical,
  };
  const unrecorded = { dual: null, ...(kept && unrecordedOf(kept)) };
  const element = { id: entry.elementId, ...text, ...unrecorded };
  if (script.existsNow(entry.elementId)) return element;
  // The newest deletion is undone first. Its text is the last text of the element.
  return { ...element, gone: script.rememberLastText(entry.elementId, kept ? text : null) };
}

function unrecordedOf({ dual, originalType, extras, sceneNumber }: DeletedElement) {
  return {
    dual,
    ...(originalType !== undefined && { originalType }),
    ...(extras !== undefined && { extras }),
    ...(sceneNumber !== undefined && { sceneNumber }),
  };
}

/**
 * Return only the fields that the entry changed. Entries without a field have null before and
 * after.
 */
function fieldsBefore(entry: PastEntry): Partial<RecordedText> {
  const before: Partial<RecordedText> = {};
  if (entry.previousElementType && entry.previousElementType !== entry.newElementType) {
    before.elementType = entry.previousElementType;
  }
  if (entry.previousContent !== null && entry.previousContent !== entry.newContent) {
    before.content = entry.previousContent;
  }
  if (entry.previousCharacterName !== entry.newCharacterName) {
    before.characterName = entry.previousCharacterName;
  }
  if (entry.previousParenthetical !== entry.newParenthetical) {
    before.parenthetical = entry.previousParenthetical;
  }
  return before;
}

interface Link {
  element: PastElement;
  before: number;
  after: number;
}

/** Placeholder id before the first and after the last element. No element has it. */
const end = 0;

/** Script as a linked list: finding, inserting and removing an element take constant time. */
class LinkedScript {
  readonly #links = new Map<number, Link>();
  /** Removed element id → id of the element before it. */
  readonly #removed = new Map<number, number>();
  readonly #currentIds: ReadonlySet<number>;
  readonly #lastTexts = new Map<number, RecordedText | null>();
  #first = end;
  #last = end;

  /** @param current elements of the current script; they are appended afterwards */
  constructor(current: readonly PastElement[]) {
    this.#currentIds = new Set(current.map(({ id }) => id));
  }

  append(element: PastElement): void {
    this.#link(element, this.#last);
  }

  get(id: number): PastElement | undefined {
    return this.#links.get(id)?.element;
  }

  existsNow(id: number): boolean {
    return this.#currentIds.has(id);
  }

  /** Return the text passed first for this id, and store it on the first call. */
  rememberLastText(id: number, text: RecordedText | null): RecordedText | null {
    const known = this.#lastTexts.get(id);
    if (known !== undefined) return known;
    this.#lastTexts.set(id, text);
    return text;
  }

  replace(element: PastElement): void {
    const link = this.#links.get(element.id);
    if (link) link.element = element;
  }

  remove(id: number): void {
    const link = this.#links.get(id);
    if (!link) return;
    this.#links.delete(id);
    this.#removed.set(id, link.before);
    this.#join(link.before, link.after);
  }

  /**
   * Insert after an element. If that one was removed, insert after its predecessor; if it is
   * unknown, at the end.
   */
  insert(element: PastElement, afterId: number | null | undefined): void {
    let before = afterId === null ? end : afterId;
    const visited = new Set<number>();
    while (before !== undefined && before !== end && !this.#links.has(before)) {
      visited.add(before);
      before = this.#removed.get(before);
      // Stop at a cycle: two removed elements may each have been the predecessor of the other.
      if (before !== undefined && visited.has(before)) before = undefined;
    }
    this.#link(element, before ?? this.#last);
  }

  inOrder(): PastElement[] {
    const elements: PastElement[] = [];
    for (let link = this.#links.get(this.#first); link; link = this.#links.get(link.after)) {
      elements.push(link.element);
    }
    return elements;
  }

  #link(element: PastElement, before: number): void {
    const after = before === end ? this.#first : (this.#links.get(before)?.after ?? end);
    this.#links.set(element.id, { element, before, after });
    this.#join(before, element.id);
    this.#join(element.id, after);
  }

  #join(before: number, after: number): void {
    const left = this.#links.get(before);
    const right = this.#links.get(after);
    if (left) left.after = after;
    else this.#first = after;
    if (right) right.before = before;
    else this.#last = before;
  }
}
