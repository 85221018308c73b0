import { numberInWords } from '#screenplay/facts/acts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import {
  capital,
  lengthInWords,
  listed,
  quote,
  sceneInFull,
  sceneNames,
  withNoun,
} from '#screenplay/facts/prose.ts';
import { runningTime } from '#screenplay/reports.ts';
import type { ParsedQuestion } from './asked.ts';
import { speakersByWords } from './people.ts';
import type { DoctorQuestion } from './question.ts';
import { headedScenes } from './scenes.ts';

const noActs =
  'Nothing tells where the acts begin: the scenes are not sorted into acts, and the script has no act lines such as “ACT TWO”. Sort the scenes into acts in the scene manager, and I can measure them.';

function oneAct({ facts, act, words }: ParsedQuestion): string | null {
  if (act === null) return null;
  if (facts.acts.length === 0) return noActs + plannedActText(facts, act);
  const found = facts.acts.find(({ number }) => number === act);
  if (!found)
    return `There is no act ${numberInWords(act)}: the script has ${withNoun(facts.acts.length, 'act')}.`;
  const scenes = found.scenes.flatMap((index) => facts.scenes[index] ?? []);
  const name = `Act ${numberInWords(act)}${found.title === '' ? '' : ` (${found.title})`}`;
  if (/\b(?:which|what|list) scenes\b|\bscenes (?:are )?in\b/.test(words) && !/\bhow many\b/.test(words)) {
    return `${name} has ${withNoun(scenes.length, 'scene')}: ${sceneNames(scenes, 60)}.`;
  }
  if (/\b(?:who|cast|characters)\b/.test(words)) {
    const keys = new Set(scenes.flatMap(({ speakers }) => [...speakers.keys()]));
    const names = [...keys].map((key) => facts.people.get(key)?.name ?? key);
    return names.length === 0
      ? `Nobody speaks in act ${numberInWords(act)}.`
      : `In act ${numberInWords(act)} speak ${listed(names, 30)}.`;
  }
  const total = facts.acts.reduce((sum, { eighths }) => sum + eighths, 0);
  const share = facts.acts.length > 1 ? `, ${Math.round((found.eighths / total) * 100)}% of the script` : '';
  return `${name} is ${lengthInWords(found.eighths)} long, in ${withNoun(scenes.length, 'scene')} from page ${found.firstPage} to ${found.lastPage}${share}.`;
}

/** Return where the plan puts an act whose place the script does not show. */
function plannedActText({ plannedActs }: ReadProject, act: number): string {
  const { startPage, endPage } = plannedActs.find(({ number }) => number === act) ?? {};
  if (startPage == null || endPage == null || endPage < startPage) return '';
  const length = withNoun(endPage - startPage + 1, 'page');
  return ` The plan gives act ${numberInWords(act)} ${length}, from page ${startPage} to ${endPage}.`;
}

function allActs({ facts }: ParsedQuestion): string {
  if (facts.acts.length === 0) return noActs;
  const tell = facts.acts.map(
    ({ number, eighths, scenes }) =>
      `act ${numberInWords(number)} with ${withNoun(scenes.length, 'scene')} and ${lengthInWords(eighths)}`,
  );
  return `The script has ${withNoun(facts.acts.length, 'act')}: ${listed(tell)}.`;
}

function figures({ facts }: ParsedQuestion): string {
  const { pages, words, eighths } = facts.report;
  if (facts.elements.length === 0) return 'The script is empty.';
  const spoken = [...facts.people.values()].reduce((sum, person) => sum + person.words, 0);
  return `The script has ${withNoun(pages, 'page')}, ${withNoun(words, 'word')} (${spoken} of them spoken) and ${withNoun(headedScenes(facts).length, 'scene')}. At a minute a page it runs about ${runningTime(eighths)}.`;
}

function plan({ facts }: ParsedQuestion): string {
  if (facts.beats.length === 0) return 'The plan has no beats yet.';
  const tell = facts.beats.map(
    ({ title, actNumber }) =>
      `${quote(title, 60)}${actNumber == null ? '' : ` (act ${numberInWords(actNumber)})`}`,
  );
  return `The plan has ${withNoun(facts.beats.length, 'beat')}: ${listed(tell, 20)}.`;
}

function question({ facts, words }: ParsedQuestion): string | null {
  const speeches = [...facts.people.values()].reduce((sum, person) => sum + person.speeches.length, 0);
  if (/\b(?:speeches|lines of dialogue|dialogues?)\b/.test(words)) {
    const spoken = [...facts.people.values()].reduce((sum, person) => sum + person.words, 0);
    return `${capital(withNoun(speeches, 'speech', 'speeches'))} with ${withNoun(spoken, 'word')} together, by ${withNoun([...facts.people.values()].filter((person) => person.speeches.length > 0).length, 'person', 'people')}.`;
  }
  return null;
}

/** Summarise a script by its characters, places, beginning and end. */
function overview(asked: ParsedQuestion): string | null {
  const { facts, people, scene } = asked;
  if (people.length > 0 || scene !== null) return null;
  const scenes = headedScenes(facts);
  const [first, last] = [scenes[0], scenes.at(-1)];
  if (!first || !last) return figures(asked);
  const leads = speakersByWords(facts).slice(0, 3);
  const who = leads.length === 0 ? '' : ` Most is said by ${listed(leads.map(({ name }) => name))}.`;
  const places = facts.report.locations.slice(0, 3).map(({ place }) => place);
  return `What it means is not for me to say; what is on the page I can count.${who} It stays longest at ${listed(places)}, begins with ${sceneInFull(first)} and ends with ${sceneInFull(last)}. Ask what a scene is about, and I show its people and its first lines.`;
}

/** Questions about the script as a whole, its acts and its plan. */
export const scriptQuestions: readonly DoctorQuestion[] = [
  { fits: /\bacts?\b/, reply: oneAct },
  {
    fits: /\b(?:how many|list|which|what|how long are|lengths? of)\b.*\bacts\b|^(?:the )?acts$|\bact (?:structure|lengths?)\b/,
    reply: allActs,
  },
  { fits: /\bbeats?\b|\bthe plan\b/, reply: plan },
  { fits: /\bhow (?:many|much)\b/, reply: question },
  {
    fits: /\b(?:about|summary|summari[sz]e|overview|synopsis|plot)\b.*\b(?:script|story|film|movie|play|screenplay)\b|\b(?:script|story|film|movie|play|screenplay)\b.*\babout\b|^(?:summary|overview|synopsis)$/,
    reply: overview,
  },
  {
    // Matches only questions about the whole script: its page count answers nothing else.
    fits: /^(?:and )?how long (?:is|will|would|does)\b.*\b(?:it|this|script|story|film|movie|screenplay|run|last)\b|^how many (?:pages|words|minutes)\b|\b(?:page|word) count\b|\brunning time\b|\bruntime\b|\b(?:figures|statistics|stats)\b|\blength of (?:the|this) (?:script|film|movie|story|screenplay)\b/,
    reply: figures,
  },
];
