import type { NewElementInput } from '#screenplay/edits/edit.ts';
import type { ElementType } from '#screenplay/element.ts';
import { plainText, type StyledText } from '#screenplay/emphasis.ts';
import { isBlankLine } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import { possiblySent } from './bundle.ts';
import type { Change, EditBase, QueuedEdit } from './change.ts';

/** Unsaved text of a line. The next page stores it if the page is closed before. */
export interface StoredLine {
  /** Local id of a new line, by which a stored change that has its text already is recognised. */
  key?: number;
  /** The element; null for a new line after `afterId`. */
  base: Element | null;
  /**
   * Base of the next save, if it is not the version of `base`: a pending change, or the version
   * that it was stored as.
   */
  basedOn?: EditBase;
  afterId: number | null;
  type: ElementType;
  text: StyledText;
  /** Typed in the bottom input. */
  isBelow?: true;
  /** The element of the line, which was deleted while the line was open. Typing restores it. */
  removed?: RemovedElement | undefined;
}

export interface RemovedElement {
  element: Element;
  /** Content of the line when it was deleted. Only other text restores the element. */
  content: string;
}

/**
 * Return whether the text of a stored element was deleted. The element is deleted when the caret
 * leaves it.
 */
export function isEmptied({ base, type, text }: Pick<StoredLine, 'base' | 'type' | 'text'>): boolean {
  if (base === null || !isBlankLine({ elementType: type, text: text.text })) return false;
  return !isBlankLine({ elementType: base.elementType, text: plainText(base.content) });
}

interface StoredContent {
  changes: readonly Change[];
  line: StoredLine | null;
  /** Lines that earlier versions of the page offered to the user, instead of storing them. */
  offered?: readonly StoredLine[];
}

/** Storage of one tab for changes and text that the server does not have yet. */
export interface TabStorage {
  storeChanges(changes: readonly Change[]): void;
  storeLine(line: StoredLine | null): void;
  /** Text that could not be stored when the view was closed. */
  readonly line: StoredLine | null;
  /** The browser has no room, or rejects storage. */
  readonly isUnavailable: ReadableStore<boolean>;
  /**
   * Pass on what closed tabs left, and delete it there afterwards. `lastSent`: the changes of each
   * tab that it may have sent. A tab makes one call after the other.
   */
  takeOverClosedTabs(
    take: (changes: Change[], lines: StoredLine[], lastSent: Change[]) => void,
  ): Promise<void>;
  close(): void;
}

const prefix = 'cold-open:kept';
/**
 * Suffix of the entry for the line. It is separate, so that a keystroke does not rewrite all
 * pending changes.
 */
const lineSuffix = ':line';

/**
 * Open the storage of this tab, by user and project. Content that does not fit is not stored; the
 * page still warns before it is closed.
 */
export function openTabStorage(userId: string, projectId: number): TabStorage {
  const keyPrefix = familyOf(userId, projectId);
  const ownKey = keyPrefix + crypto.randomUUID();
  let content: StoredContent = { changes: [], line: null };
  const rejected = { changes: false, line: false };
  const isUnavailable = createStore(false);
  let release = () => {};
  // The lock is held as long as the page lives, so other tabs recognise entries of closed tabs.
  void navigator.locks?.request(ownKey, () => new Promise<void>((resolve) => (release = resolve)));

  const note = (part: keyof typeof rejected, isStored: boolean) => {
    rejected[part] = !isStored;
    isUnavailable.set(rejected.changes || rejected.line);
  };
  return {
    storeChanges: (changes) => {
      content = { ...content, changes };
      note('changes', storeAt(ownKey, { changes, line: null }));
    },
    storeLine: (line) => {
      content = { ...content, line };
      note('line', storeAt(ownKey + lineSuffix, { changes: [], line }));
    },
    get line() {
      return content.line;
    },
    isUnavailable,
    async takeOverClosedTabs(take) {
      const held = await heldLocks();
      const isOf = (key: string) => key.replace(/:line$/, '');
      const keys = keysOf(keyPrefix).filter((key) => isOf(key) !== ownKey && !held.has(isOf(key)));
      const readable = keys.filter((key) => read(key) !== null);
      const left = readable.flatMap((key) => read(key) ?? []);
      if (left.length > 0) {
        take(
          left.flatMap(({ changes }) => changes),
          left.flatMap(linesOf),
          left.flatMap(({ changes }) => possiblySent(changes)),
        );
      }
      // An entry that cannot be read stays: a later version may read it.
      for (const key of readable) remove(key);
    },
    close: () => release(),
  };
}

function linesOf({ line, offered = [] }: StoredContent): StoredLine[] {
  return line ? [...offered, line] : [...offered];
}

async function heldLocks(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => name ?? []));
}

function keysOf(keyPrefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix));
  } catch {
    return []; // storage is unavailable
  }
}

function read(key: string): StoredContent | null {
  try {
    return inPresentForm(JSON.parse(localStorage.getItem(key) ?? 'null') as StoredContent | null);
  } catch {
    return null; // truncated while it was written
  }
}

/** Changes as stored by earlier versions: discriminants `does` and `kind`, new elements by `id`. */
type FormerEdit = QueuedEdit & { does?: QueuedEdit['type'] };
type FormerChange = Change & { kind?: Change['type'] };

/** Return stored content in the present form, so that no update of the page loses unsent text. */
function inPresentForm(content: StoredContent | null): StoredContent | null {
  if (!content) return null;
  const keyed = (given: NewElementInput & { id?: number }): NewElementInput => ({
    ...given,
    key: given.key ?? given.id,
  });
  const presentEdit = ({ does, ...edit }: FormerEdit): QueuedEdit => {
    const typed = { ...edit, type: edit.type ?? does } as QueuedEdit;
    return typed.type === 'insert' ? { ...typed, elements: typed.elements.map(keyed) } : typed;
  };
  const changes = content.changes.map(({ kind, ...change }: FormerChange) => ({
    ...change,
    type: change.type ?? kind,
    edits: change.edits.map(presentEdit),
  }));
  return { ...content, changes };
}

/**
 * Store the content under a key and return whether that worked. Empty content removes the entry.
 */
function storeAt(key: string, content: StoredContent): boolean {
  if (content.changes.length === 0 && content.line === null) {
    remove(key);
    return true;
  }
  try {
    localStorage.setItem(key, JSON.stringify(content));
    return true;
  } catch {
    remove(key); // storage is full or unavailable: a part would be worse than nothing
    return false;
  }
}

/** Return everything that any tab stored of a script, for users who can no longer open it. */
export function readAllTabStorage(
  userId: string,
  projectId: number,
): { changes: Change[]; lines: StoredLine[] } {
  const content = keysOf(familyOf(userId, projectId)).flatMap((key) => read(key) ?? []);
  return {
    changes: content.flatMap(({ changes }) => changes),
    lines: content.flatMap(linesOf),
  };
}

export function clearTabStorage(userId: string, projectId: number): void {
  for (const key of keysOf(familyOf(userId, projectId))) remove(key);
}

function familyOf(userId: string, projectId: number): string {
  return `${prefix}:${userId}:${projectId}:`;
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was no entry.
  }
}
