import { castOf } from '../cast.ts';
import { parseCue, speakerKey, speakersOf } from '../cue.ts';
import { isActionType, isHeadingType } from '../elementTypes/predicates.ts';
import { defaultFormat } from '../format.ts';
import { sceneEighths } from '../layout/eighths.ts';
import { pageLabelAt, pageOfLabel } from '../layout/pageNumbers.ts';
import { paginationSteps } from '../layout/paginate.ts';
import { pageOf } from '../layout/pieces.ts';
import { plainTextOf } from '../layout/text.ts';
import type { Pagination } from '../layout/types.ts';
import { provideLockRules } from '../production/provideLockRules.ts';
import { lockedSceneNumbers } from '../production/sceneLock.ts';
import { reportSteps } from '../reports.ts';
import { sceneHeading } from '../scenes.ts';
import { chunksByTextLength, mapInSteps, runToCompletion, type Steps } from '../steps.ts';
import { stretchesOf } from '../stretches.ts';
import { stripSteps } from '../strip.ts';
import { actsInScript } from './acts.ts';
import type { PersonFacts, ProjectFacts, SceneFacts } from './facts.ts';
import type { ProjectInput, ReadElement, ReadScene } from './input.ts';
import { NameFinder } from './names.ts';

provideLockRules();

/** Project facts with a name finder. */
export interface ReadProject extends ProjectFacts {
  names: NameFinder;
}

/** Compute the facts of a project, on which rules and answers are based. Takes linear time. */
export function factsOfProject(input: ProjectInput): ReadProject {
  return runToCompletion(readingSteps(input));
}

/** Compute the facts of a project in steps, like factsOfProject. */
export function* readingSteps(input: ProjectInput): Steps<ReadProject> {
  const { elements } = input;
  const format = input.format ?? defaultFormat;
  const pagination = input.pagination ?? (yield* paginationSteps(elements, format));
  const texts: string[] = [];
  for (const [from, to] of chunksByTextLength(elements)) {
    for (const element of elements.slice(from, to)) texts.push(plainTextOf(element));
    yield;
  }
  const people = peopleOf(input);
  yield;
  const speakers = speakersOf(elements).map((name) => (name === null ? null : speakerKey(name)));
  const names = new NameFinder(new Map([...people].map(([key, { name }]) => [key, name])));
  yield;
  const scenes = yield* scenesOf(elements, input.scenes ?? [], pagination);
  yield;
  const sceneAt: number[] = [];
  for (const [index, { from, to }] of scenes.entries())
    for (let at = from; at < to; at++) sceneAt[at] = index;
  yield;
  const report = yield* reportSteps(elements, pagination, input.joint);
  const facts: ReadProject = {
    elements,
    texts,
    speakers,
    sceneAt,
    indexOfId: new Map(elements.map(({ id }, index) => [id, index])),
    scenes,
    people,
    acts: actsInScript(elements, scenes, input.acts ?? []),
    plannedActs: input.acts ?? [],
    beats: input.beats ?? [],
    report,
    format,
    pageAt: (index) => pageLabelAt(pagination, index),
    pageIndexAt: (index) => pageOf(pagination, index),
    pageOfLabel: (label) => pageOfLabel(pagination, label),
    names,
    isName: (word) => names.has(word),
  };
  yield;
  yield* recordPeople(facts);
  return facts;
}

/** Return the speakers in order of appearance, then the characters that are only listed. */
function peopleOf({ elements, characters = [], joint }: ProjectInput): Map<string, PersonFacts> {
  const people = new Map<string, PersonFacts>();
  for (const [key, { name, speeches, words }] of castOf(elements, joint)) {
    if (key === '') continue;
    const isVoice = speeches.every((index) =>
      /\(\s*(?:V|O)\.?\s*[OSC]/i.test(elements[index]?.content ?? ''),
    );
    people.set(key, { key, name, listed: null, speeches, words, mentions: [], scenes: [], isVoice });
  }
  for (const listed of characters) {
    const name = parseCue(listed.name).name;
    const key = speakerKey(name);
    if (key === '') continue;
    const known = people.get(key);
    if (known) known.listed ??= listed;
    else {
      people.set(key, {
        key,
        name,
        listed,
        speeches: [],
        words: 0,
        mentions: [],
        scenes: [],
        isVoice: false,
      });
    }
  }
  return people;
}

function* scenesOf(
  elements: readonly ReadElement[],
  rows: readonly ReadScene[],
  pagination: Pagination,
): Steps<SceneFacts[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const stretches = stretchesOf(elements);
  const headings = stretches.map(({ from }) => {
    const first = elements[from];
    return isHeadingType(first?.elementType) ? first : null;
  });
  yield;
  const parts = yield* mapInSteps(headings, (element) => sceneHeading(element?.content ?? ''));
  const strips = yield* stripSteps(parts.map(({ heading }) => heading));
  const fixedNumbers = headings.map((element, index) => {
    const row = byId.get(stretches[index]?.sceneId ?? -1);
    return row?.displayNumber ?? element?.sceneNumber ?? null;
  });
  const { sceneLock } = pagination.format;
  const isFixed = fixedNumbers.some((number) => number !== null);
  const openings = headings[0] === null ? 1 : 0;
  const lockedNumbers = sceneLock && lockedSceneNumbers(fixedNumbers.slice(openings), sceneLock);
  const numberOf = (index: number): string | null => {
    if (lockedNumbers) return lockedNumbers[index - openings] ?? null;
    if (isFixed) return fixedNumbers[index] ?? null;
    return headings[index]
      ? `${byId.get(stretches[index]?.sceneId ?? -1)?.sceneNumber ?? index + 1 - openings}`
      : null;
  };
  return yield* mapInSteps(stretches, ({ from, to, sceneId }, index) => {
    const row = byId.get(sceneId ?? -1);
    return {
      number: numberOf(index),
      heading: parts[index]?.heading ?? '',
      strip: strips[index] ?? { setting: null, time: null, place: '' },
      timeOfDay: parts[index]?.timeOfDay ?? '',
      actNumber: row?.actNumber ?? null,
      sequence: row?.sequence ?? null,
      from,
      to,
      eighths: sceneEighths(pagination, { from, to }),
      page: pageLabelAt(pagination, from),
      speakers: new Map(),
      seen: new Set(),
    };
  });
}

/** Record for each scene who speaks and who is named in it. */
function* recordPeople({ elements, texts, sceneAt, scenes, people, names }: ReadProject): Steps<void> {
  const speeches = [...people.values()].flatMap(({ key, speeches }) =>
    speeches.map((index) => ({ key, index })),
  );
  for (const { key, index } of speeches.sort((a, b) => a.index - b.index)) {
    const speakers = scenes[sceneAt[index] ?? -1]?.speakers;
    speakers?.set(key, (speakers.get(key) ?? 0) + 1);
  }
  for (const [from, to] of chunksByTextLength(elements)) {
    for (let index = from; index < to; index++) {
      if (!isActionType(elements[index]?.elementType)) continue;
      for (const { key } of names.in(texts[index] ?? '')) {
        const person = people.get(key);
        if (person && person.mentions.at(-1) !== index) person.mentions.push(index);
        scenes[sceneAt[index] ?? -1]?.seen.add(key);
      }
    }
    yield;
  }
  for (const person of people.values()) {
    const places = [...person.speeches, ...person.mentions].map((index) => sceneAt[index] ?? -1);
    // The opening does not count as a scene (decision OQ-99).
    const isScene = (index: number) => (scenes[index]?.heading ?? '') !== '';
    person.scenes = [...new Set(places)].filter(isScene).sort((a, b) => a - b);
  }
}
