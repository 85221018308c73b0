import { mentionsOf, type NameMention, withMentions } from '#screenplay/mentions.ts';
import { speakerRenames } from '#screenplay/renaming.ts';
import { lettersOf } from '#screenplay/typedLetters.ts';
import { invalid } from '#server/lib/errors.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { editScriptAtOnce } from '#server/script/script.service.ts';
import { namedElements, speakersIn } from './characters.queries.ts';

interface Renaming {
  /** Text from the old name that is appended to the new name in cues. */
  extension?: string | undefined;
  /** Mentions in action and dialogue that are renamed too (decision OQ-109). */
  mentions?: readonly Pick<NameMention, 'elementId' | 'start' | 'end'>[];
}

/**
 * Rename a speaker in the script (decision OQ-93), with one history entry per element. Returns the
 * changed script and the edits that undo it. Both are empty if the name does not occur.
 */
export async function renameInScript(
  change: ProjectChange,
  from: string,
  to: string,
  reason: string,
  { extension, mentions = [] }: Renaming = {},
) {
  const speakers = await speakersIn(change.tx, change.projectId);
  const mentioning = await namedElements(change.tx, change.projectId, [
    ...new Set(mentions.map(({ elementId }) => elementId)),
  ]);
  const before = new Map([...speakers, ...mentioning].map((element) => [element.id, element]));
  const changed = new Map<number, { content?: string; characterName?: string }>(
    speakerRenames(speakers, from, to, extension).map(({ id, fields }) => [id, { ...fields }]),
  );
  const mentionsByElement = Map.groupBy(mentionsOf(mentioning, from, to), ({ elementId }) => elementId);
  for (const [elementId, places] of Map.groupBy(mentions, (mention) => mention.elementId)) {
    const element = before.get(elementId);
    const matches = (mentionsByElement.get(elementId) ?? []).filter(({ start, end }) =>
      places.some((place) => place.start === start && place.end === end),
    );
    if (!element || matches.length < places.length) throw scriptHasChanged();
    const replaced = withMentions(element, matches);
    if (replaced.type !== 'change') throw invalid('A paragraph would be too long with the new name.');
    changed.set(elementId, { ...changed.get(elementId), content: replaced.content });
  }
  const edits = [...changed].map(([id, fields]) => ({ type: 'update', id, fields }) as const);
  const script = await editScriptAtOnce(change, edits, { reason });
  const undo = script.elements.flatMap(({ id, version }) => {
    const [element, fields] = [before.get(id), changed.get(id)];
    if (!element || !fields) return [];
    const old = {
      ...(fields.content !== undefined && { content: lettersOf(element) }),
      ...(fields.characterName !== undefined && { characterName: element.characterName }),
    };
    return [{ type: 'update' as const, id, fields: old, baseVersion: version }];
  });
  return { script, undo };
}

const scriptHasChanged = () =>
  invalid('The script has changed in the meantime. Check the mentions of the name again.');
