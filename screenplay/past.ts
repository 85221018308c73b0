import type { DualColumn, ElementType } from './element.ts';

/*
 * The script of a moment is the script of now with everything since undone, newest first
 * (docs/decisions/0008-moments-are-computed.md).
 */

/** What history tells of an element. */
export interface RecordedText {
  elementType: ElementType;
  content: string;
  characterName: string | null;
  parenthetical: string | null;
}

/** An element as it was at a moment. What history does not tell (dual) is as it is now, or was when it went. */
export interface PastElement extends RecordedText {
  id: number;
  dual: DualColumn | null;
  /** Only of an element that is gone now: what it said last; null when it can only be written anew. */
  gone?: RecordedText | null | undefined;
}

/** One entry of the history, backwards: what undoing it needs. Old entries have less. */
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
  /** Of a delete: the element it stood after; null for the first, and in entries that do not tell. */
  afterElementId: number | null;
  /** Of a delete: the row that went. */
  kept?: { element?: RecordedText & { dual: DualColumn | null } } | null;
}

/** An element that changed its place. Elements moved together move one after the other. */
export interface PastMove {
  /** Ascending in time. */
  id: number;
  elementId: number;
  /** What it stood after just before this move; null: it was the first. */
  afterElementId: number | null;
  /** The entry of the history after which, and before the next, it happened. */
  historyId: number;
}

/** Entries and moves in any order. */
export interface UndoSteps {
  entries: readonly PastEntry[];
  moves: readonly PastMove[];
}

/**
 * The script as it was before `steps`, from the script as it is now, in order. Never throws: a step that does not
 * fit is undone as far as it can be.
 */
export function scriptAt(current: readonly PastElement[], { entries, moves }: UndoSteps): PastElement[] {
  const script = new Places(current);
  const movesBack = moves.toSorted((a, b) => b.id - a.id);
  let next = 0;
  for (const entry of entries.toSorted((a, b) => b.id - a.id)) {
    for (; (movesBack[next]?.historyId ?? -1) >= entry.id; next++) undoMove(script, movesBack[next]);
    undoEntry(script, entry);
  }
  for (; next < movesBack.length; next++) undoMove(script, movesBack[next]);
  return script.inOrder();
}

function undoMove(script: Places, move: PastMove | undefined): void {
  const element = move && script.get(move.elementId);
  if (!element) return;
  script.remove(element.id);
  script.insert(element, move.afterElementId);
}

function undoEntry(script: Places, entry: PastEntry): void {
  if (entry.action === 'create') {
    script.remove(entry.elementId);
  } else if (entry.action === 'delete') {
    script.remove(entry.elementId);
    // An entry that keeps no row is of the time when places were not told either.
    const isPlaced = entry.kept?.element !== undefined || entry.afterElementId !== null;
    script.insert(deletedElement(script, entry), isPlaced ? entry.afterElementId : undefined);
  } else {
    const element = script.get(entry.elementId);
    if (element) script.replace({ ...element, ...changesUndone(entry) });
  }
}

function deletedElement(script: Places, entry: PastEntry): PastElement {
  const kept = entry.kept?.element;
  const text: RecordedText = {
    elementType: kept?.elementType ?? entry.previousElementType ?? 'action',
    content: kept?.content ?? entry.previousContent ?? '',
    characterName: kept ? kept.characterName : entry.previousCharacterName,
    parenthetical: kept ? kept.parenthetical : entry.previousParenthetical,
  };
  const element = { id: entry.elementId, ...text, dual: kept?.dual ?? null };
  if (script.isThereNow(entry.elementId)) return element;
  // Of several deletions the last one made is the first one met, and says what the element said last.
  return { ...element, gone: script.goneAs(entry.elementId, kept ? text : null) };
}

/** Only what the entry changed: entries that do not know a field have null before and after. */
function changesUndone(entry: PastEntry): Partial<RecordedText> {
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

/** No element has this id: it stands before the first and after the last. */
const end = 0;

/** A script in which an element is found, put after another and taken out without counting. */
class Places {
  readonly #links = new Map<number, Link>();
  /** What removed elements stood after. */
  readonly #removed = new Map<number, number>();
  readonly #now: ReadonlySet<number>;
  readonly #gone = new Map<number, RecordedText | null>();
  #first = end;
  #last = end;

  constructor(current: readonly PastElement[]) {
    this.#now = new Set(current.map(({ id }) => id));
    for (const element of current) this.#link(element, this.#last);
  }

  get(id: number): PastElement | undefined {
    return this.#links.get(id)?.element;
  }

  isThereNow(id: number): boolean {
    return this.#now.has(id);
  }

  /** Remembers what is told first. */
  goneAs(id: number, text: RecordedText | null): RecordedText | null {
    const known = this.#gone.get(id);
    if (known !== undefined) return known;
    this.#gone.set(id, text);
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

  /** After an element that is gone: after what that one stood after. After an unknown one: at the end. */
  insert(element: PastElement, afterId: number | null | undefined): void {
    let before = afterId === null ? end : afterId;
    const passed = new Set<number>();
    while (before !== undefined && before !== end && !this.#links.has(before)) {
      passed.add(before);
      before = this.#removed.get(before);
      // Two that were each other's predecessor in turn.
      if (before !== undefined && passed.has(before)) before = undefined;
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
