import type { NewElementInput } from '#screenplay/edits/edit.ts';
import type { ElementType } from '#screenplay/element.ts';
import { plainText, type StyledText } from '#screenplay/emphasis.ts';
import { isBlankLine } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import type { Change, QueuedEdit } from './change.ts';

/** What was in the field: offered again where the page went away before it was stored. */
export interface StoredLine {
  /** The element it belongs to; null for a new one after `afterId`. */
  base: Element | null;
  afterId: number | null;
  type: ElementType;
  text: StyledText;
  /** In the input below the script. */
  isBelow?: true;
}

/** Return whether the text of a stored element was deleted: the element goes when the caret leaves it. */
export function isEmptied({ base, type, text }: Pick<StoredLine, 'base' | 'type' | 'text'>): boolean {
  if (base === null || !isBlankLine({ elementType: type, text: text.text })) return false;
  return !isBlankLine({ elementType: base.elementType, text: plainText(base.content) });
}

interface Kept {
  changes: readonly Change[];
  line: StoredLine | null;
  /** Lines that other tabs left, until the writer has decided about them. */
  offered: readonly StoredLine[];
}

/** Where a tab keeps what the server does not have yet. Every tab has a place of its own. */
export interface TabStorage {
  keepChanges(changes: readonly Change[]): void;
  keepLine(line: StoredLine | null): void;
  /** What was written when the view closed and could not be stored. */
  readonly line: StoredLine | null;
  keepOffered(lines: readonly StoredLine[]): void;
  /** The browser has no room for all of it, or refuses to keep anything. */
  readonly isRefused: ReadableStore<boolean>;
  /** Hands over what tabs left that were closed or died, and only then forgets it there. */
  takeLeftOvers(take: (changes: Change[], lines: StoredLine[]) => void): Promise<void>;
  close(): void;
}

const prefix = 'cold-open:kept';
/** Behind the place of a tab: the line has one of its own, so that no key writes all that waits. */
const ofLine = ':line';

/** In the browser's own storage, by person and project. What does not fit is not kept; the page still warns. */
export function openTabStorage(userId: string, projectId: number): TabStorage {
  const family = familyOf(userId, projectId);
  const own = family + crypto.randomUUID();
  let kept: Kept = { changes: [], line: null, offered: [] };
  const refused = { changes: false, line: false };
  const isRefused = createStore(false);
  let release = () => {};
  // Held as long as this page lives, however it ends: so others can tell what was left behind.
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
    return []; // storage is refused
  }
}

function read(key: string): Kept | null {
  try {
    return inPresentForm(JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null);
  } catch {
    return null; // cut off while it was written
  }
}

/** Changes as earlier versions of the page stored them: discriminants `does` and `kind`, new elements by `id`. */
type FormerEdit = QueuedEdit & { does?: QueuedEdit['type'] };
type FormerChange = Change & { kind?: Change['type'] };

/** Return stored content in the present form. No update of the page may lose unsent text. */
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

/** False where it could not be kept. Nothing to keep leaves nothing. */
function keepAt(key: string, kept: Kept): boolean {
  if (kept.changes.length + kept.offered.length === 0 && kept.line === null) {
    remove(key);
    return true;
  }
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    remove(key); // full, or refused: half of it would be worse than none
    return false;
  }
}

/** All that any tab has kept of a script and the server does not have, for whoever can open it no longer. */
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
    // nothing was kept there
  }
}
