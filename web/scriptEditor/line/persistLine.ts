import { isUnsavedLine } from '#web/scriptSync/lineEdits.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied, type StoredLine } from '#web/scriptSync/tabStorage.ts';
import type { ActiveLineEditor } from './activeLineEditor.ts';
import { toStoredLine } from './storedLine.ts';

/** Minimum time between two writes of the text that is being written. */
const intervalMs = 300;

/** Persistence of the active line, until it is stopped. */
export interface LinePersistence {
  /** Persist the line as it is now. */
  persist(): void;
  stop(): void;
}

/**
 * Persist unsaved text of the active line in this browser: after the task of its first letter, and
 * later at intervals. A change of its element is persisted before any other code runs: when the
 * text has become a pending change, or that change was stored. A tab that crashes would leave the
 * same text twice, or text on a base that nobody knows.
 */
export function persistLine(writing: ActiveLineEditor, changes: ScriptSync): LinePersistence {
  const { storage, outbox } = changes;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let persisted: StoredLine | null = null;
  const current = () => {
    const line = writing.any.get();
    if (!line || !isUnsavedLine(line)) return null;
    // An explicit edit without text ends as if it had been cancelled.
    return line.explicitBase !== undefined && isEmptied(line) ? null : toStoredLine(line, outbox);
  };
  const persist = () => {
    const line = current();
    if (line || persisted) storage.storeLine(line);
    persisted = line;
  };
  const persistLater = (delayMs: number) => {
    timer = setTimeout(() => {
      timer = undefined;
      const line = current();
      if (isSameText(line, persisted)) return;
      persist();
      persistLater(intervalMs);
    }, delayMs);
  };
  const unwatch = writing.any.watch(() => {
    if (persisted && !isSameElement(current(), persisted)) persist();
    else if (timer === undefined) persistLater(0);
  });
  persist();
  return {
    persist,
    stop() {
      clearTimeout(timer);
      unwatch();
    },
  };
}

function isSameElement(line: StoredLine | null, other: StoredLine): boolean {
  return (
    line?.key === other.key &&
    line?.base?.id === other.base?.id &&
    line?.basedOn === other.basedOn &&
    (line?.removed === undefined) === (other.removed === undefined)
  );
}

function isSameText(line: StoredLine | null, other: StoredLine | null): boolean {
  if (line === null || other === null) return line === other;
  return isSameElement(line, other) && line.text === other.text && line.type === other.type;
}
