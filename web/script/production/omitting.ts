import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { omitEdits, restoreEdits } from '#screenplay/production/omitScene.ts';
import { omittedSceneOf } from '#screenplay/production/omittedText.ts';
import { toQueuedEdits } from '#web/scriptSync/toQueuedEdits.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';

/**
 * Omit the scene of a heading, or restore its text if it is omitted, as one undo step. The ids of
 * scene and heading may have changed since the command was chosen. Return the id of the heading;
 * null if there is none.
 */
export function omitOrRestoreScene(
  { writing, sync, given }: ScriptScreenState,
  headingId: number,
): number | null {
  writing.save();
  const id = sync.outbox.idOf(headingId);
  const elements = sync.elements();
  const from = elements.findIndex((element) => element.id === id);
  const heading = elements[from];
  if (!heading || !isHeadingType(heading.elementType)) return null;
  const next = elements.findIndex(({ elementType }, index) => index > from && isHeadingType(elementType));
  const own = elements.slice(from, next < 0 ? undefined : next);
  const isOmitted = omittedSceneOf(heading) !== null;
  const edits = isOmitted ? restoreEdits(heading, given.get().project.id) : omitEdits(own);
  sync.run(toQueuedEdits(edits, sync), isOmitted ? 'Restore scene' : 'Omit scene');
  return heading.id;
}
