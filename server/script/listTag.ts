/**
 * State of a script list, as its tag names it: the revision of the script, and the revision of the
 * project whose later changes the list may not have. `mark` is the time of that revision's entry in
 * the log of changes, or 0 without one. After a restored backup the same revision is another
 * change, with another mark.
 */
export interface ScriptListState {
  scriptRevision: number;
  revision: number;
  mark: number;
}

/** Return the tag of a list. `prefix` names the project and the fields of an element. */
export function listTag(prefix: string, { scriptRevision, revision, mark }: ScriptListState): string {
  return `"${prefix}.${scriptRevision}.${revision}.${mark}"`;
}

/** Read a tag as a browser sends it. Null: it has another prefix, or is no such tag. */
export function listStateOf(prefix: string, tag = ''): ScriptListState | null {
  // A proxy that compresses replies makes their tags weak.
  const numbers = /^(?:W\/)?"(.+)\.(\d{1,10})\.(\d{1,10})\.(\d{1,15})"$/.exec(tag);
  if (numbers?.[1] !== prefix) return null;
  const [scriptRevision = 0, revision = 0, mark = 0] = numbers.slice(2).map(Number);
  return { scriptRevision, revision, mark };
}
