import type { IdResolver } from '#web/scriptSync/serverIds.ts';
import type { StoredLine, TabStorage } from '#web/scriptSync/tabStorage.ts';
import { type ActiveLine, bottomInputLine } from './activeLine.ts';

/**
 * Return the line for another page, which knows elements by their server ids, and saves by their
 * versions unless they are pending.
 */
export function toStoredLine(line: ActiveLine, { versionOf }: Pick<IdResolver, 'versionOf'>): StoredLine {
  const { id, base, basedOn, afterId, type, text, isBelow, removed } = line;
  return {
    ...(base === null && { key: id }),
    base: base === null || base.id === id ? base : { ...base, id },
    ...(base && { basedOn: versionOf({ id, base: basedOn }) ?? basedOn }),
    afterId,
    type,
    text,
    ...(isBelow && { isBelow }),
    ...(removed && { removed }),
  };
}

/** Return the text of the bottom input that could not be stored when the view was closed. */
export function bottomInputOfTab({ line }: TabStorage): ActiveLine | null {
  return line?.isBelow && line.base === null ? bottomInputLine(line) : null;
}
