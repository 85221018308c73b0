import { isActionType, isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import type { PersonFacts } from '#screenplay/facts/facts.ts';
import {
  capital,
  listed,
  namesOf,
  numberedScene,
  quote,
  sceneInFull,
  sceneOf,
  speechText,
  withNoun,
} from '#screenplay/facts/prose.ts';
import { voiceInWords, voiceOf } from '#screenplay/facts/voice.ts';
import { sentencesOf } from '#screenplay/language/sentences.ts';
import { type Advice, findingsAt, paragraphs, type SceneMoment } from './context.ts';

interface Subject extends SceneMoment {
  person: PersonFacts;
}

/** Wrap a prompt about the person who speaks at the position. */
function about(reply: (subject: Subject) => Advice): (place: SceneMoment) => Advice {
  return (place) => {
    const person = place.facts.people.get(place.facts.speakers[place.index] ?? '') ?? namedIn(place);
    if (!person)
      return {
        text: 'I find nobody named in this line. Select a cue, a speech, or action that names somebody.',
        findings: [],
      };
    return reply({ ...place, person });
  };
}

function namedIn({ facts, text }: SceneMoment): PersonFacts | undefined {
  const [first] = facts.names.in(text);
  return first && facts.people.get(first.key);
}

function scopeText({ person, facts }: Subject): string {
  const card = person.listed?.description || person.listed?.role ? ' and the character card' : '';
  return `I looked at ${person.name}’s ${withNoun(person.speeches.length, 'speech', 'speeches')} and ${withNoun(person.mentions.length, 'action line')} in ${withNoun(person.scenes.length, 'scene')}${card}, of ${withNoun(facts.report.scenes, 'scene')} in all.`;
}

/** Quote the matching sentences of a person, each with its scene. */
function sentencesBy({ person, facts }: Subject, pattern: RegExp, max: number): string[] {
  const found: string[] = [];
  for (const index of person.speeches) {
    for (const { text } of sentencesOf(speechText(facts, index))) {
      const scene = sceneOf(facts, index);
      if (pattern.test(text) && scene && found.length < max)
        found.push(`${quote(text, 80)} (${numberedScene(scene)})`);
    }
  }
  return found;
}

const wanting =
  /\bI(?:['’]d| would)? (?:want|need|have to|must|wish|hope|like to|came (?:here )?(?:to|for)|['’]m looking for|am looking for|mean to|intend to)\b|\bI['’](?:ve got|ll) (?:to )?\b(?=get|find|have|take|make|tell|go|stop|leave)/i;
const doubting =
  /\b(?:but I|I can['’]t|I cannot|I shouldn['’]t|I should|I don['’]t know|I never|I used to|I promised|I lied|I['’]m not|I am not|maybe|if only)\b/i;

/** "Deepen the motivation": quotes what the person says they want, and how it changes. */
export const motivation = about((subject) => {
  const { person } = subject;
  const wants = sentencesBy(subject, wanting, 4);
  const wantsText =
    wants.length === 0
      ? `In no speech does ${person.name} say what they want or need. That can be strength, if what they do says it.`
      : `What ${person.name} says they want or need: ${listed(wants)}.`;
  const card = person.listed?.description ? `The card says ${quote(person.listed.description, 160)}` : '';
  const first = person.scenes[0];
  const last = person.scenes.at(-1);
  const span =
    first === undefined || last === undefined || first === last
      ? ''
      : `From ${numberedScene(subject.facts.scenes[first] as (typeof subject.facts.scenes)[number])} to ${numberedScene(subject.facts.scenes[last] as (typeof subject.facts.scenes)[number])}: name what it has cost them by then, and let the last scene ask whether they would pay it again.`;
  const craft =
    'A want becomes a motive when we know what it answers. Put one fact from before the story behind it and let somebody else bring it up at the wrong moment.';
  return {
    text: paragraphs(
      scopeText(subject),
      [wantsText, card].filter((part) => part !== '').join(' '),
      span,
      craft,
    ),
    findings: findingsAt(subject, ['on-the-nose', 'exposition']),
  };
});

/**
 * "How would this character react?": suggests a reaction like their speeches so far, one unlike
 * them, and one without words.
 */
export const reaction = about((subject) => {
  const { person, facts, scene } = subject;
  const voice = voiceOf(facts, person.key);
  if (voice === null)
    return {
      text: paragraphs(
        scopeText(subject),
        `${person.name} has not spoken yet, so nothing in the script tells how they react.`,
      ),
      findings: [],
    };
  const others = [...scene.speakers.keys()].filter((key) => key !== person.key);
  const before = previousSpeechText(subject);
  const habit =
    voice.questions >= 0.3
      ? 'answers with a question'
      : voice.refusals >= 0.3
        ? 'says no first'
        : voice.wordsPerSpeech <= 5
          ? 'says as little as possible'
          : voice.exclamations >= 0.3
            ? 'bursts out'
            : 'answers at length';
  const options = [
    `In character: ${person.name} mostly ${habit} (${voiceInWords(voice)}).`,
    `Against it, once, where it costs most: ${habit === 'says as little as possible' ? 'a long speech' : habit === 'answers with a question' ? 'a plain answer' : habit === 'says no first' ? 'a yes' : 'silence'}.`,
    'Without words: the hands go on with what they were doing, and stop.',
  ];
  const here =
    others.length === 0
      ? `${person.name} is alone with the words in ${sceneInFull(scene)}.`
      : `In ${sceneInFull(scene)} ${person.name} speaks with ${listed(namesOf(facts, others))}.`;
  return {
    text: paragraphs(
      scopeText(subject),
      `${here}${before}`,
      options.map((option, at) => `${at + 1}. ${option}`).join('\n'),
    ),
    findings: [],
  };
});

/** Quote the last speech of another person before this position in the scene. */
function previousSpeechText({ facts, index, scene, person }: Subject): string {
  for (let at = index - 1; at >= scene.from; at--) {
    const key = facts.speakers[at] ?? null;
    if (isDialogueType(facts.elements[at]?.elementType) && key !== null && key !== person.key) {
      return ` Before that ${namesOf(facts, [key])[0]} says ${quote(facts.texts[at] ?? '', 80)}.`;
    }
  }
  return '';
}

/** "Suggest a memorable entrance": reports what the first appearance has and lacks. */
export const entrance = about((subject) => {
  const { person, facts } = subject;
  const places = [...person.mentions, ...person.speeches].sort((a, b) => a - b);
  const at = places[0];
  if (at === undefined)
    return { text: paragraphs(scopeText(subject), `${person.name} has no entrance yet.`), findings: [] };
  const scene = sceneOf(facts, at);
  const isAction = isActionType(facts.elements[at]?.elementType);
  const text = facts.texts[at] ?? '';
  const now = isAction
    ? `We first see ${person.name} in ${scene ? sceneInFull(scene) : 'the script'}: ${quote(text, 140)}`
    : `${person.name} is first heard in ${scene ? sceneInFull(scene) : 'the script'} and not shown: no action line names them before the words ${quote(speechText(facts, at), 80)}`;
  const [name] = facts.names.in(text).filter(({ key }) => key === person.key);
  const after = name ? text.slice(name.to, name.to + 60) : '';
  const lacks: string[] = [];
  if (
    isAction &&
    !/\(|,? ?\d{1,2}s?\b|\b(?:teens|twenties|thirties|forties|fifties|sixties|young|old)\b/.test(after)
  )
    lacks.push('no age or feature stands behind the name');
  if (isAction && /^\s+(?:is|are|sits?|stands?|enters?|walks?)\b/.test(after))
    lacks.push('the verb could be anybody’s');
  const note = lacks.length === 0 ? 'It gives a name and something to see.' : `${capital(listed(lacks))}.`;
  const craft = `Three kinds of entrance that cost one line: ${person.name} is in the middle of a task that tells the trade; others speak of ${person.name} first and are wrong; or we see the effect (a door held open, a silence) before the face.`;
  const own = facts.elements[at]
    ? findingsAt({ ...subject, index: at, element: facts.elements[at] as SceneMoment['element'], text }, [
        'introduction',
        'passive',
        'progressive',
        'there-is',
        'camera-talk',
        'weak-adverb',
      ])
    : [];
  return { text: paragraphs(scopeText(subject), `${now} ${note}`, craft), findings: own };
});

/** "Give an inner conflict": quotes what they want next to what holds them back. */
export const innerConflict = about((subject) => {
  const { person } = subject;
  const wants = sentencesBy(subject, wanting, 3);
  const doubts = sentencesBy(subject, doubting, 3);
  const pull =
    wants.length > 0 && doubts.length > 0
      ? `Two voices are there already. One wants: ${listed(wants)}. One holds back: ${listed(doubts)}. Bring both into one scene and let ${person.name} act on the weaker one.`
      : doubts.length > 0
        ? `${person.name} holds back in ${listed(doubts)}, but never says for what. Give them one thing they would break the rule for.`
        : wants.length > 0
          ? `${person.name} wants openly: ${listed(wants)}. Nothing in the speeches pulls the other way. Let the same want hurt somebody they need.`
          : `In ${withNoun(person.speeches.length, 'speech', 'speeches')} ${person.name} neither wants nor doubts in words. Let them do a thing and undo it in the same scene.`;
  return { text: paragraphs(scopeText(subject), pull), findings: findingsAt(subject, ['on-the-nose']) };
});
