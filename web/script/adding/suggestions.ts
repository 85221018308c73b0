import { parseCue, speakerKey } from '#screenplay/cue.ts';
import type { Character } from '#shared/contract/characters.ts';

const mostShown = 6;

/** Characters for what is typed: that very name, names that begin so, then names in which a later word does. */
export function suggestionsFor(typed: string, characters: readonly Character[]): Character[] {
  const key = speakerKey(parseCue(typed).name);
  if (key === '') return characters.slice(0, mostShown);
  const isExact = ({ name }: Character) => speakerKey(name) === key;
  const begins = characters
    .filter(({ name }) => speakerKey(name).startsWith(key))
    .sort((a, b) => Number(isExact(b)) - Number(isExact(a)));
  const within = characters.filter(
    ({ name }) => !begins.some((each) => each.name === name) && speakerKey(name).includes(` ${key}`),
  );
  return [...begins, ...within].slice(0, mostShown);
}
