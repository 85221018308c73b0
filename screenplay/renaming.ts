import { isSameSpeaker, parseCue, speakerKey, writeCue } from './cue.ts';
import { type FindableElement, searchedText } from './find.ts';
import { replaceIn } from './replace.ts';

/* Giving a character another name in the script (decision OQ-93). */

/** What renaming needs to know of an element. */
export interface NamedElement extends FindableElement {
  characterName: string | null;
}

/** What an element holds after its speaker was renamed. */
export interface Renamed {
  id: number;
  fields: { content: string } | { characterName: string };
}

/**
 * The elements in which a character is named as the speaker, with the new name: cues, which keep what stands after the
 * name and the style it is written in, and dialogue and parentheticals that name their speaker themselves. What action
 * and speech say of the character is the writer's. Elements that hold the new name already are left out.
 * `extension`, such as "(O.S.)", stands behind the name in cues: it was part of the name before.
 */
export function renamedSpeaker(
  elements: readonly NamedElement[],
  from: string,
  to: string,
  extension = '',
): Renamed[] {
  const name = to.replace(/\s+/g, ' ').trim().toUpperCase();
  if (name === '' || speakerKey(parseCue(from).name) === '') return [];
  return elements.flatMap((element): Renamed[] => {
    const { id, elementType, content, characterName } = element;
    if (elementType === 'character') {
      if (!isSameSpeaker(content, from)) return [];
      const renamed = cueWith(element, `${name} ${extension}`.trim());
      return renamed === content ? [] : [{ id, fields: { content: renamed } }];
    }
    if (!characterName || characterName === name || !isSameSpeaker(characterName, from)) return [];
    return [{ id, fields: { characterName: name } }];
  });
}

function cueWith(cue: NamedElement, name: string): string {
  const text = searchedText(cue);
  const end = text.search(/(?<!\s)\s*(?:\(|\^\s*$|$)/);
  const start = text.search(/\S/);
  const isWhole = speakerKey(text.slice(start, end)) === speakerKey(parseCue(cue.content).name);
  // A name that goes on after a bracket, as in MARA (30) OLDER, is written anew as a whole.
  if (!isWhole) return writeCue({ ...parseCue(cue.content), name });
  const replaced = replaceIn(cue, [{ start, end }], name);
  return replaced.type === 'change' ? replaced.content : cue.content;
}
