import { isSameSpeaker, parseCue, speakerKey, writeCue } from './cue.ts';
import { isCueType } from './elementTypes/predicates.ts';
import { type FindableElement, searchedText } from './find.ts';
import { replaceIn } from './replace.ts';

/* Renaming a character in the script (decision OQ-93). */

/** Fields of an element needed for renaming. */
export interface NamedElement extends FindableElement {
  characterName: string | null;
}

/** Changed field of an element whose speaker was renamed. */
export interface SpeakerRename {
  id: number;
  fields: { content: string } | { characterName: string };
}

/**
 * Return the elements that name a character as the speaker, with the new name: cues, and dialogue
 * and parentheticals with a `characterName`. Cues keep their extensions and style. Mentions in
 * action and dialogue are not changed. Elements that already have the new name are left out.
 * `extension`, such as "(O.S.)", is added to cues when it was part of the old name.
 */
export function speakerRenames(
  elements: readonly NamedElement[],
  from: string,
  to: string,
  extension = '',
): SpeakerRename[] {
  const name = to.replace(/\s+/g, ' ').trim().toUpperCase();
  if (name === '' || speakerKey(parseCue(from).name) === '') return [];
  return elements.flatMap((element): SpeakerRename[] => {
    const { id, elementType, content, characterName } = element;
    if (isCueType(elementType)) {
      if (!isSameSpeaker(content, from)) return [];
      const renamed = renameInCue(element, `${name} ${extension}`.trim());
      return renamed === content ? [] : [{ id, fields: { content: renamed } }];
    }
    if (!characterName || characterName === name || !isSameSpeaker(characterName, from)) return [];
    return [{ id, fields: { characterName: name } }];
  });
}

function renameInCue(cue: NamedElement, name: string): string {
  const text = searchedText(cue);
  const end = text.search(/(?<!\s)\s*(?:\(|\^\s*$|$)/);
  const start = text.search(/\S/);
  const isWhole = speakerKey(text.slice(start, end)) === speakerKey(parseCue(cue.content).name);
  // A name that continues after a parenthesis, as in MARA (30) OLDER, is replaced as a whole.
  if (!isWhole) return writeCue({ ...parseCue(cue.content), name });
  const replaced = replaceIn(cue, [{ start, end }], name);
  return replaced.type === 'change' ? replaced.content : cue.content;
}
