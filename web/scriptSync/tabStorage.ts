import type { NewElementInput } from '#screenplay/edits/edit.ts';
import type { ElementType } from '#screenplay/element.ts';
import { plainText, type StyledText } from '#screenplay/emphasis.ts';
import { isBlankLine } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import type { Change, QueuedEdit } from './change.ts';

/** Unsaved text of a line. It is offered again if the page is closed before it is stored. */
export interface StoredLine {
  /** The element; null for a new line after `afterId`. */
  base: Element | null;
  afterId: number | null;
  type: ElementType;
  text: StyledText;
  /** Typed in the bottom input. */
  isBelow?: true;
}

/**
 * Return whether the text of a stored element was deleted. The element is deleted when the caret
 * leaves it.
 */
export function isEmptied({ base, type, text }: Pick<StoredLine, 'base' | 'type' | 'text'>): boolean {
  if (base === null || !isBlankLine({ elementType: type, text: text.text })) return false;
  return !isBlankLine({ elementType: base.elementType, text: plainText(base.content) });
}

interface Kept {
  changes: readonly Change[];
  line: StoredLine | null;
  /** Lines that closed tabs left, until the user decides about them. */
  offered: readonly StoredLine[];
}

/** Storage of one tab for changes and text that the server does not have yet. */
export interface TabStorage {
  keepChanges(changes: readonly Change[]): void;
  keepLine(line: StoredLine | null): void;
  /** Text that could not be stored when the view was closed. */
  readonly line: StoredLine | null;
  keepOffered(lines: readonly StoredLine[]): void;
  /** The browser has no room, or refuses storage. */
  readonly isRefused: ReadableStore<boolean>;
  /** Pass on what closed tabs left, and delete it there afterwards. */
  takeLeftOvers(take: (changes: Change[], lines: StoredLine[]) => void): Promise<void>;
  close(): void;
}

const prefix = 'cold-open:kept';
/**
 * Suffix of the entry for the line. It is separate, so that a keystroke does not rewrite all
 * pending changes.
 */
const ofLine = ':line';

/**
 * Open the storage of this tab, by user and project. Content that does not fit is not stored; the
 * page still warns before it is closed.
 */
export function openTabStorage(userId: string, projectId: number): TabStorage {
  const family = familyOf(userId, projectId);
  const own = family + crypto.randomUUID();
  let kept: Kept = { changes: [], line: null, offered: [] };
  const refused = { changes: false, line: false };
  const isRefused = createStore(false);
  let release = () => {};
  // The lock is held as long as the page lives, so other tabs recognise entries of closed tabs.
  void navigator.locks?.request(own, () => new Promise<void>((resolve) => (release = resolve)));

  const note = (part: keyof typeof refused, isStored: boolean) => {
    refused[part] = !isStored;
    isRefused.set(refused.changes || refused.line);
  };
  const keepLines = (next: Partial<Pick<Kept, 'line' | 'offered'>>) => {
    kept = { ...kept, ...next };
    const { line, offered } = kept;
    note('line', keepAt(own + ofLine, { changes: [], line, offered }));
  };
  return {
    keepChanges: (changes) => {
      kept = { ...kept, changes };
      note('changes', keepAt(own, { changes, line: null, offered: [] }));
    },
    keepLine: (line) => keepLines({ line }),
    get line() {
      return kept.line;
    },
    keepOffered: (offered) => keepLines({ offered }),
    isRefused,
    async takeLeftOvers(take) {
      const held = await heldLocks();
      const isOf = (key: string) => key.replace(/:line$/, '');
      const keys = keysOf(family).filter((key) => isOf(key) !== own && !held.has(isOf(key)));
      const readable = keys.filter((key) => read(key) !== null);
      const left = readable.flatMap((key) => read(key) ?? []);
      if (left.length > 0) {
        take(
          left.flatMap(({ changes }) => changes),
          left.flatMap(({ line, offered }) => (line ? [...offered, line] : offered)),
        );
      }
      // An entry that cannot be read stays: a later version may read it.
      for (const key of readable) remove(key);
    },
    close: () => release(),
  };
}

async function heldLocks(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => name ?? []));
}

function keysOf(family: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(family));
  } catch {
    return []; // storage is unavailable
  }
}

function read(key: string): Kept | null {
  try {
    return inPresentForm(JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null);
  } catch {
    return null; // truncated while it was written
  }
}

/** Changes as stored by earlier versions: discriminants `does` and `kind`, new elements by `id`. */
type FormerEdit = QueuedEdit & { does?: QueuedEdit['type'] };
type FormerChange = Change & { kind?: Change['type'] };

/** Return stored content in the present form, so that no update of the page loses unsent text. */
function inPresentForm(kept: Kept | null): Kept | null {
  if (!kept) return null;
  const keyed = (given: NewElementInput & { id?: number }): NewElementInput => ({
    ...given,
    key: given.key ?? given.id,
  });
  const presentEdit = ({ does, ...edit }: FormerEdit): QueuedEdit => {
    const typed = { ...edit, type: edit.type ?? does } as QueuedEdit;
    return typed.type === 'insert' ? { ...typed, elements: typed.elements.map(keyed) } : typed;
  };
  const changes = kept.changes.map(({ kind, ...change }: FormerChange) => ({
    ...change,
    type: change.type ?? kind,
    edits: change.edits.map(presentEdit),
  }));
  return { ...kept, changes };
}

/**
 * Store the content under a key and return whether that worked. Empty content removes the entry.
 */
function keepAt(key: string, kept: Kept): boolean {
  if (kept.changes.length + kept.offered.length === 0 && kept.line === null) {
    remove(key);
    return true;
  }
  try {
    localStorage.setItem(key, JSON.stringify(kept));
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
  const kept = keysOf(familyOf(userId, projectId)).flatMap((key) => read(key) ?? []);
  return {
    changes: kept.flatMap(({ changes }) => changes),
    lines: kept.flatMap(({ line, offered }) => (line ? [...offered, line] : offered)),
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
