import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { omitEdits, restoreEdits } from '#screenplay/production/omitScene.ts';
import { omittedSceneOf } from '#screenplay/production/omittedText.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { toQueuedEdits } from '#web/scriptSync/toQueuedEdits.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';

/** Omit a scene, or restore the text of one that is omitted, as one undo step. */
export function omitOrRestoreScene({ writing, sync, given, going }: ScriptScreenState, scene: Scene): void {
  writing.save();
  const own = sync.elements().filter(({ sceneId }) => sceneId === scene.id);
  const [heading] = own;
  if (!heading || !isHeadingType(heading.elementType)) return;
  const isOmitted = omittedSceneOf(heading) !== null;
  const edits = isOmitted ? restoreEdits(heading, given.get().project.id) : omitEdits(own);
  sync.run(toQueuedEdits(edits, sync), isOmitted ? 'Restore scene' : 'Omit scene');
  // The caret was in text that is gone, or should be where the text has returned.
  going.toElement(heading.id);
}
