import { changedRow, givenFields } from '#screenplay/edits/elementFields.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ChangedFields, Edit } from './edit.ts';

/** One row per edit and row it changes: what an edit leaves alone, and what it made before, stay the same objects. */
const updated = new WeakMap<Edit, { from: Element; to: Element }>();

function updatedRow(from: Element, edit: Edit & { does: 'update' }): Element {
  const known = updated.get(edit);
  const to = known?.from === from ? known.to : changedRow(from, edit.fields);
  updated.set(edit, { from, to });
  return to;
}

type RowEdit = Edit & { does: 'update' | 'delete' };
type PlaceEdit = Edit & { does: 'insert' | 'restore' };
type Run =
  | { of: 'rows'; edits: RowEdit[] }
  | { of: 'places'; edits: PlaceEdit[] }
  | { of: 'move'; edit: Edit & { does: 'move' } };

/** Edits that one pass over the script can make: those of rows that are there, and those that bring new ones. */
function runsOf(edits: readonly Edit[]): Run[] {
  const runs: Run[] = [];
  for (const edit of edits) {
    const last = runs.at(-1);
    if (edit.does === 'move') runs.push({ of: 'move', edit });
    else if (edit.does === 'update' || edit.does === 'delete') {
      if (last?.of === 'rows') last.edits.push(edit);
      else runs.push({ of: 'rows', edits: [edit] });
    } else if (last?.of === 'places') last.edits.push(edit);
    else runs.push({ of: 'places', edits: [edit] });
  }
  return runs;
}

export function withEdit(list: Element[], edit: Edit): Element[] {
  return withEdits(list, [edit]);
}

/**
 * The script with edits made, one after the other. Elements that are gone are no error: somebody else may have
 * deleted them. Takes time in proportion to the script and the edits.
 */
export function withEdits(list: Element[], edits: readonly Edit[]): Element[] {
  return runsOf(edits).reduce(withRun, list);
}

function withRun(list: Element[], run: Run): Element[] {
  if (run.of === 'rows') return withRows(list, run.edits);
  if (run.of === 'places') return withPlaces(list, run.edits);
  const ids = new Set(run.edit.ids);
  const { afterId } = run.edit;
  const rest = list.filter(({ id }) => !ids.has(id));
  const moved = list.filter(({ id }) => ids.has(id));
  const behind = afterId === null ? 0 : rest.findIndex(({ id }) => id === afterId) + 1;
  return rest.toSpliced(afterId !== null && behind === 0 ? rest.length : behind, 0, ...moved);
}

function withRows(list: Element[], edits: readonly RowEdit[]): Element[] {
  const byId = Map.groupBy(edits, ({ id }) => id);
  const rows: Element[] = [];
  let isChanged = false;
  for (const row of list) {
    let now: Element | null = row;
    for (const edit of byId.get(row.id) ?? [])
      if (now) now = edit.does === 'delete' ? null : updatedRow(now, edit);
    if (now) rows.push(now);
    if (now !== row) isChanged = true;
  }
  return isChanged ? rows : list;
}

/** Rows that come behind the same one: the later goes first. */
function withPlaces(list: Element[], edits: readonly PlaceEdit[]): Element[] {
  const known = new Set(edits.some(({ does }) => does === 'restore') ? list.map(({ id }) => id) : []);
  const behind = new Map<number | null, Element[][]>();
  for (const edit of edits) {
    const rows = edit.does === 'insert' ? edit.elements : edit.element === null ? [] : [edit.element];
    const isThere = edit.does === 'restore' && known.has(edit.id);
    if (rows.length === 0 || isThere) continue;
    for (const { id } of rows) known.add(id);
    const blocks = behind.get(edit.afterId ?? null);
    if (blocks) blocks.push(rows);
    else behind.set(edit.afterId ?? null, [rows]);
  }
  if (behind.size === 0) return list;
  const rows: Element[] = [];
  const addBehind = (id: number | null) => {
    const waiting = takeBehind(id);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      rows.push(next);
      waiting.push(...takeBehind(next.id));
    }
  };
  /** The last is the next. */
  const takeBehind = (id: number | null): Element[] => {
    const blocks = behind.get(id);
    behind.delete(id);
    return blocks?.flatMap((block) => block.toReversed()) ?? [];
  };
  addBehind(null);
  for (const row of list) {
    rows.push(row);
    addBehind(row.id);
  }
  // Whatever they were to stand behind is gone.
  for (const id of [...behind.keys()]) addBehind(id);
  return rows;
}

/** The edits that take `edits` back, for a script as it was before them; `key` names the change they are part of. */
export function inverseOf(list: Element[], edits: readonly Edit[], key: string): Edit[] {
  const back: Edit[][] = [];
  let now = list;
  for (const run of runsOf(edits)) {
    if (run.of === 'rows') back.push(rowsBack(now, run.edits, key));
    else if (run.of === 'places') back.push(placesBack(run.edits, key));
    else back.push(moveBack(now, run.edit));
    now = withRun(now, run);
  }
  return back.reverse().flat();
}

/** The last first. */
function placesBack(edits: readonly PlaceEdit[], key: string): Edit[] {
  const ids = edits.flatMap((edit) => (edit.does === 'insert' ? edit.elements.map(({ id }) => id) : edit.id));
  return ids.reverse().map((id) => ({ does: 'delete', id, base: key }));
}

function rowsBack(list: Element[], edits: readonly RowEdit[], key: string): Edit[] {
  const places = new Map(list.map(({ id }, index) => [id, index]));
  const rows: (Element | undefined)[] = [...list];
  /** Of each place the one before it, as far as is known; gone ones are left out on the way. */
  const before = list.map((_row, index) => index - 1);
  const placeBefore = (index: number): number => {
    let at = before[index] ?? -1;
    while (at >= 0 && !rows[at]) at = before[at] ?? -1;
    for (let from = index; from > at + 1 && (before[from] ?? -1) > at; ) {
      const next = before[from] ?? -1;
      before[from] = at;
      from = next;
    }
    return at;
  };
  const back: Edit[] = [];
  for (const edit of edits) {
    const index = places.get(edit.id) ?? -1;
    const row = rows[index];
    if (!row) continue;
    if (edit.does === 'delete') {
      const afterId = rows[placeBefore(index)]?.id ?? null;
      back.push({ does: 'restore', id: edit.id, element: row, afterId });
      rows[index] = undefined;
    } else {
      back.push({ does: 'update', id: edit.id, fields: fieldsBefore(row, edit), base: key });
      rows[index] = updatedRow(row, edit);
    }
  }
  return back.reverse();
}

function fieldsBefore(row: Element, { fields }: Edit & { does: 'update' }): ChangedFields {
  const old: Partial<Record<string, unknown>> = givenFields(row);
  // Another type may have put the text into capitals.
  const changed = new Set([...Object.keys(fields), ...('elementType' in fields ? ['content'] : [])]);
  return Object.fromEntries([...changed].map((field) => [field, old[field]]));
}

/** Run by run in their order, so that whatever one stood behind is in its old place already. */
function moveBack(list: Element[], edit: Edit & { does: 'move' }): Edit[] {
  const ids = new Set(edit.ids);
  const runs: { ids: number[]; afterId: number | null }[] = [];
  for (const [index, { id }] of list.entries()) {
    if (!ids.has(id)) continue;
    const afterId = list[index - 1]?.id ?? null;
    const run = runs.at(-1);
    if (run && run.ids.at(-1) === afterId) run.ids.push(id);
    else runs.push({ ids: [id], afterId });
  }
  return runs.map((run) => ({ does: 'move', ...run }));
}
