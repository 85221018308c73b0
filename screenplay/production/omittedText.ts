import type { OmittedScene } from '../element.ts';

/** Text of the heading of an omitted scene. */
export const omittedText = 'OMITTED';

/**
 * Return the scene that a heading holds while it is omitted; null if it is not omitted. A heading
 * whose text was restored, as with an earlier version of the script, is not. Files may have OMITTED
 * in other words.
 */
export function omittedSceneOf({
  content,
  extras,
}: {
  content: string;
  extras: { omitted?: OmittedScene | null | undefined } | null;
}): OmittedScene | null {
  const omitted = extras?.omitted ?? null;
  return omitted?.isOfFile || content === omittedText ? omitted : null;
}
