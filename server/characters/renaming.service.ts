import { renamedSpeaker } from '#screenplay/renaming.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { editScriptAtOnce } from '#server/script/script.service.ts';
import { speakersIn } from './characters.queries.ts';

/**
 * Gives a speaker another name in the script (decision OQ-93), with one entry of the history per element. Returns what
 * became of the script, and the edits that take it back; none where nobody of that name speaks.
 */
export async function renameInScript(
  change: ProjectChange,
  from: string,
  to: string,
  reason: string,
  extension?: string,
) {
  const speakers = await speakersIn(change.tx, change.projectId);
  const edits = renamedSpeaker(speakers, from, to, extension).map(
    (edit) => ({ does: 'update', ...edit }) as const,
  );
  const script = await editScriptAtOnce(change, edits, { reason });
  const before = new Map(speakers.map((element) => [element.id, element]));
  const undo = script.elements.flatMap(({ id, elementType, version }) => {
    const named = before.get(id);
    if (!named) return [];
    const { content, characterName } = named;
    const fields = elementType === 'character' ? { content } : { characterName };
    return [{ does: 'update' as const, id, fields, baseVersion: version }];
  });
  return { script, undo };
}
