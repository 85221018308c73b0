import type { GivenElement } from '#screenplay/edits/edit.ts';
import type { ElementType } from '#screenplay/element.ts';
import type { StyledText } from '#screenplay/emphasis.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Change } from './change.ts';

/** What was in the field: offered again where the page went away before it was stored. */
export interface KeptLine {
  /** The element it belongs to; null for a new one after `afterId`. */
  base: Element | null;
  afterId: number | null;
  type: ElementType;
  text: StyledText;
  /** In the input below the script. */
  isBelow?: true;
}

interface Kept {
  changes: readonly Change[];
  line: KeptLine | null;
  /** Lines that other tabs left, until the writer has decided about them. */
  offered: readonly KeptLine[];
}

/** Where a tab keeps what the server does not have yet. Every tab has a place of its own. */
export interface Keeper {
  keepChanges(changes: readonly Change[]): void;
  keepLine(line: KeptLine | null): void;
  /** What was written when the view closed and could not be stored. */
  readonly line: KeptLine | null;
  keepOffered(lines: readonly KeptLine[]): void;
  /** Hands over what tabs left that were closed or died, and only then forgets it there. */
  takeLeftOvers(take: (changes: Change[], lines: KeptLine[]) => void): Promise<void>;
  close(): void;
}

const prefix = 'cold-open:kept';

/** In the browser's own storage, by person and project. What does not fit is not kept; the page still warns. */
export function openKeeper(userId: string, projectId: number): Keeper {
  const family = `${prefix}:${userId}:${projectId}:`;
  const own = family + crypto.randomUUID();
  let kept: Kept = { changes: [], line: null, offered: [] };
  let release = () => {};
  // Held as long as this page lives, however it ends: so others can tell what was left behind.
  void navigator.locks?.request(own, () => new Promise<void>((resolve) => (release = resolve)));

  const write = (next: Partial<Kept>) => {
    kept = { ...kept, ...next };
    const isEmpty = kept.changes.length + kept.offered.length === 0 && kept.line === null;
    if (isEmpty) remove(own);
    else store(own, JSON.stringify(kept));
  };
  return {
    keepChanges: (changes) => write({ changes }),
    keepLine: (line) => write({ line }),
    get line() {
      return kept.line;
    },
    keepOffered: (offered) => write({ offered }),
    async takeLeftOvers(take) {
      const held = await heldLocks();
      const keys = keysOf(family).filter((key) => key !== own && !held.has(key));
      const left = keys.flatMap((key) => read(key) ?? []);
      if (left.length > 0) {
        take(
          left.flatMap(({ changes }) => changes),
          left.flatMap(({ line, offered }) => (line ? [...offered, line] : offered)),
        );
      }
      for (const key of keys) remove(key);
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
    return withKeys(JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null);
  } catch {
    return null; // cut off while it was written
  }
}

/** Pages of earlier versions named new elements by an id. */
function withKeys(kept: Kept | null): Kept | null {
  if (!kept) return null;
  const keyed = (given: GivenElement & { id?: number }): GivenElement => ({
    ...given,
    key: given.key ?? given.id,
  });
  const changes = kept.changes.map((change) => ({
    ...change,
    edits: change.edits.map((edit) =>
      edit.does === 'insert' ? { ...edit, elements: edit.elements.map(keyed) } : edit,
    ),
  }));
  return { ...kept, changes };
}

function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    remove(key); // full, or refused: half of it would be worse than none
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was kept there
  }
}
