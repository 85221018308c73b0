import { type Element, listElementChanges, listElements } from '#shared/contract/elements.ts';
import { laterChangesHeader } from '#shared/headers.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { withChanges } from './elementRows.ts';

/** Elements of a script, and a revision that they have at least; null if it is unknown. */
interface ReadList {
  elements: Element[];
  revision: number | null;
}

let bypassesHttpCache = false;

/**
 * Bypass the HTTP cache for elements from now on. The cache identifies a list by its revision, and
 * a restored backup assigns the same revision to another list.
 */
export function bypassHttpCache(): void {
  bypassesHttpCache = true;
}

/** Read the list as the server has it now. */
export async function readWholeList(projectId: number, signal: AbortSignal): Promise<ReadList> {
  let revision: number | null = null;
  const elements = await call(
    listElements,
    { params: { id: projectId }, query: {} },
    {
      signal,
      onRevision: (its) => (revision = its),
      ...(bypassesHttpCache && { cache: 'reload' as const }),
    },
  );
  return { elements, revision };
}

/**
 * Read the list for a page that shows none yet. The browser may have one that lacks a few changes;
 * then only these are loaded.
 */
export async function readList(projectId: number, signal: AbortSignal): Promise<ReadList> {
  if (bypassesHttpCache) return readWholeList(projectId, signal);
  let revision: number | null = null;
  let lacking: string | null = null;
  const input = { params: { id: projectId }, query: { with: 'changes' as const } };
  const elements = await call(listElements, input, {
    signal,
    onRevision: (its) => (revision = its),
    onHeaders: (headers) => {
      lacking = headers.get(laterChangesHeader) === 'missing' ? headers.get('etag') : null;
    },
  });
  if (lacking === null) return { elements, revision };
  const read = await withLaterChanges(projectId, elements, lacking, signal);
  return read ?? readWholeList(projectId, signal);
}

/** Apply the changes since the state of a list. Null: they are unknown. */
async function withLaterChanges(
  projectId: number,
  list: Element[],
  since: string,
  signal: AbortSignal,
): Promise<ReadList | null> {
  let revision: number | null = null;
  const input = { params: { id: projectId }, query: { since } };
  try {
    const options = { signal, onRevision: (its: number) => (revision = its) };
    const changes = await call(listElementChanges, input, options);
    if (!changes) return null;
    const elements = withChanges(list, { ...changes, renumbered: [] }, changes.openingSceneId);
    return { elements, revision };
  } catch (error) {
    // A node of an earlier version does not have this call.
    if (error instanceof ApiError) return null;
    throw error;
  }
}
