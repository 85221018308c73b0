import { wordsIn } from '#screenplay/cast.ts';
import { isCueType, isDialogueType, isParentheticalType } from '#screenplay/elementTypes/predicates.ts';
import { listed, quote, withNoun } from '#screenplay/facts/prose.ts';
import { differenceInWords, voiceInWords, voiceOf } from '#screenplay/facts/voice.ts';
import type { Finding } from '../finding.ts';
import {
  type Advice,
  findingsAt,
  listFindings,
  paragraphs,
  rewritesFirst,
  type SceneMoment,
  scopeSentence,
  suggestionCountSentence,
  variantsAt,
} from './context.ts';

const speech = ['on-the-nose', 'exposition', 'name-calling', 'cliche', 'monologue', 'doubled-word'];

/** Quote the lines of dialogue before and after this one. */
function exchange({ facts, index, scene }: SceneMoment): string {
  const isSpeech = (at: number) => isDialogueType(facts.elements[at]?.elementType);
  let before = index - 1;
  while (before >= scene.from && !isSpeech(before)) before--;
  let after = index + 1;
  while (after < scene.to && !isSpeech(after)) after++;
  const parts = [
    before >= scene.from ? `It follows ${quote(facts.texts[before] ?? '', 60)}` : '',
    after < scene.to
      ? `${before >= scene.from ? 'and is' : 'It is'} followed by ${quote(facts.texts[after] ?? '', 60)}`
      : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'It stands alone in its scene.' : `${parts.join(' ')}.`;
}

/**
 * Return the speech to which a cue or a parenthetical belongs; null if the element is in no speech.
 */
export function speechBefore(place: SceneMoment): SceneMoment | null {
  const { facts } = place;
  for (let index = place.index; index < place.scene.to; index++) {
    const element = facts.elements[index];
    if (isDialogueType(element?.elementType))
      return { ...place, index, element, text: facts.texts[index] ?? '' };
    if (!isCueType(element?.elementType) && !isParentheticalType(element?.elementType)) return null;
  }
  return null;
}

function advice(place: SceneMoment, findings: Finding[], body: string): Advice {
  return {
    text: paragraphs(
      scopeSentence(place, 'this speech, the lines around it and its scene'),
      body,
      suggestionCountSentence(findings),
    ),
    findings,
  };
}

/** "Make this dialogue more natural": reports stiff forms, exposition and named feelings. */
export function natural(place: SceneMoment): Advice {
  const own = findingsAt(place, speech);
  const all = variantsAt(place, own);
  const chosen = all.filter(({ description }) => description !== 'Without what is said outright');
  const findings = [...own, ...chosen];
  const written =
    place.text.match(
      /\b(?:do|does|did|is|are|will|can|I am|you are|it is) not\b|\b(?:I am|it is|you are|we are|they are|cannot)\b/gi,
    ) ?? [];
  const stiff =
    written.length === 0
      ? ''
      : `Written out where people shorten: ${listed([...new Set(written.map((each) => quote(each)))])}.`;
  const body =
    findings.length === 0
      ? `Nothing in it sounds written: ${withNoun(wordsIn(place.text), 'word')}, no exposition, no feeling named. ${exchange(place)} Read it aloud after the one before.`
      : `${[stiff, listFindings(own)].filter((part) => part !== '').join(' ')} ${exchange(place)}`.trim();
  return advice(place, findings, body);
}

/** "Add subtext": reports lines on the nose, and cuts that leave whole sentences. */
export function subtext(place: SceneMoment): Advice {
  const own = findingsAt(place, ['on-the-nose', 'exposition']);
  const findings = rewritesFirst([
    ...own,
    ...variantsAt(place, own).filter(({ description }) => description === 'Without what is said outright'),
  ]);
  const flaws =
    own.length === 0
      ? 'No word of it names a feeling or explains what both know, so what is meant can still lie under it.'
      : listFindings(own);
  const wants = place.text.match(/\bI (?:want|need|love|hate|miss|wish|hope|fear)\b[^.!?]*/i)?.[0];
  const wish = wants
    ? `${quote(wants)} says the wish outright; let ${place.speaker ?? 'the speaker'} ask for something smaller that stands for it.`
    : '';
  const craft = `${exchange(place)} Subtext needs something else to talk about: an object in the scene, a task, the weather outside.`;
  return advice(place, findings, paragraphs([flaws, wish].filter((part) => part !== '').join(' '), craft));
}

/** "Make it shorter and sharper": offers variants without hedges and fillers. */
export function sharper(place: SceneMoment): Advice {
  const own = findingsAt(place, [...speech, 'doubled-word']);
  const variants = variantsAt(place, own).filter(
    ({ suggestedContent }) => (suggestedContent ?? '').length < place.element.content.length,
  );
  const findings = rewritesFirst([...variants, ...own]);
  const shortest = Math.min(
    ...findings.map(({ suggestedContent, type }) =>
      suggestedContent === null || type === 'modify' ? Number.POSITIVE_INFINITY : wordsIn(suggestedContent),
    ),
  );
  const now = wordsIn(place.text);
  const could = Number.isFinite(shortest)
    ? ` With all the cuts I can make safely it has ${shortest}.`
    : ' I find no word in it that I can cut without changing what it says.';
  return advice(
    place,
    findings,
    `The line has ${withNoun(now, 'word')}.${could} ${listFindings(own)} ${exchange(place)}`
      .replace(/ {2,}/g, ' ')
      .trim(),
  );
}

/**
 * "Give this character a distinct voice": compares the speaker's figures with the three main
 * speakers.
 */
export function distinctVoice(place: SceneMoment): Advice {
  const { facts, index, speaker } = place;
  const key = facts.speakers[index] ?? '';
  const own = voiceOf(facts, key);
  if (own === null || speaker === null)
    return advice(place, [], 'Nobody is named above this line, so I cannot compare the voice with others.');
  const others = [...facts.people.values()]
    .filter((person) => person.key !== key && person.speeches.length >= 3)
    .sort((a, b) => b.words - a.words)
    .slice(0, 3);
  const compared = others.flatMap((person) => {
    const voice = voiceOf(facts, person.key);
    if (voice === null) return [];
    const difference = differenceInWords(own, voice);
    return [
      difference
        ? `${speaker} ${difference} than ${person.name}`
        : `${speaker} and ${person.name} sound alike in these figures (${voiceInWords(voice)})`,
    ];
  });
  const findings = [...findingsAt(place, speech), ...variantsAt(place, [])];
  const body = `${speaker} speaks ${withNoun(own.speeches, 'time')}: ${voiceInWords(own)}.${compared.length === 0 ? ' There is nobody else with enough speeches to compare.' : ` ${compared.join('. ')}.`}`;
  const craft = compared.some((text) => text.includes('sound alike'))
    ? 'Give one of the two a rule of their own and keep to it: never asks, never finishes, always answers with a number, never says “I”.'
    : 'Keep to what already sets the voice apart, and cut what anybody could say.';
  return advice(place, findings, paragraphs(body, craft));
}
