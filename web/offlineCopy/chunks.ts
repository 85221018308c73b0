/** Rows of a list that are stored together under one id. */
export interface StoredChunk<Row> {
  id: string;
  rows: readonly Row[];
}

export interface RechunkResult<Row> {
  /** The whole list, in order. */
  stretches: readonly StoredChunk<Row>[];
  /** The chunks that are not stored yet. */
  fresh: readonly StoredChunk<Row>[];
  /** Ids of stored chunks that the list no longer has. */
  removedIds: readonly string[];
}

/** Number of rows that are copied without a noticeable delay. */
const maxRows = 200;

/**
 * Split a list into chunks, keeping as many previous ones as possible: unchanged rows are the same
 * objects. `newId` names new chunks. A list that many edits have fragmented is split again.
 */
export function rechunk<Row>(
  before: readonly StoredChunk<Row>[],
  rows: readonly Row[],
  newId: () => string,
): RechunkResult<Row> {
  const isInPieces = before.length > 8 + (2 * rows.length) / maxRows;
  const byFirst = new Map(isInPieces ? [] : before.map((stretch) => [stretch.rows[0], stretch]));
  const stretches: StoredChunk<Row>[] = [];
  const fresh: StoredChunk<Row>[] = [];
  let start = 0;
  const cutUpTo = (end: number) => {
    for (; start < end; start = Math.min(end, start + maxRows)) {
      const stretch = { id: newId(), rows: rows.slice(start, Math.min(end, start + maxRows)) };
      stretches.push(stretch);
      fresh.push(stretch);
    }
  };
  for (let at = 0; at < rows.length; ) {
    const known = byFirst.get(rows[at]);
    if (!known?.rows.every((row, index) => row === rows[at + index])) {
      at++;
      continue;
    }
    cutUpTo(at);
    stretches.push(known);
    at += known.rows.length;
    start = at;
  }
  cutUpTo(rows.length);
  const kept = new Set(stretches.map(({ id }) => id));
  return { stretches, fresh, removedIds: before.map(({ id }) => id).filter((id) => !kept.has(id)) };
}
