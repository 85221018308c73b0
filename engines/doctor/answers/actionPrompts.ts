import { wordsIn } from '#screenplay/cast.ts';
import { listed, quote, withNoun } from '#screenplay/facts/prose.ts';
import { sentencesOf } from '#screenplay/language/sentences.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { linesOf } from '#screenplay/layout/wrap.ts';
import type { Finding } from '../finding.ts';
import { shots, tightening } from '../improve/variants.ts';
import {
  type Advice,
  findingsAt,
  listFindings,
  paragraphs,
  type SceneMoment,
  scopeSentence,
  suggestionCountSentence,
  variantsAt,
} from './context.ts';

const pictures = [...tightening, 'weak-adverb', 'cliche', 'filter'];
const thoughts =
  /\b(?:thinks?|knows?|remembers?|realises?|realizes?|feels?|wonders?|believes?|decides?|hopes?|wants?|understands?|considers?|imagines?)\b/gi;

function advice(place: SceneMoment, findings: Finding[], ...body: string[]): Advice {
  return { text: paragraphs(scopeSentence(place), ...body, suggestionCountSentence(findings)), findings };
}

function printedLines({ facts, element, text }: SceneMoment): number {
  return linesOf(text, boxOf(element, facts.format)).length;
}

/** "Make this more visual": reports filters, passives and thoughts that a camera cannot show. */
export function visual(place: SceneMoment): Advice {
  const own = findingsAt(place, pictures);
  const findings = [...own, ...variantsAt(place, own)];
  const inner = [...new Set(place.text.match(thoughts) ?? [])];
  const unseen =
    inner.length === 0
      ? ''
      : `${listed(inner.map((word) => quote(word)))} ${inner.length === 1 ? 'happens' : 'happen'} inside a head, where no camera goes: what do the hands do meanwhile?`;
  const body =
    own.length === 0
      ? 'The verbs show what they mean; I find no filter and no passive to turn round.'
      : listFindings(own);
  return advice(place, findings, body, unseen);
}

/** "Tighten this description": reports what can be cut, and how long the block is. */
export function tighten(place: SceneMoment): Advice {
  const own = findingsAt(place, [...tightening, 'long-action']);
  const findings = [...own, ...variantsAt(place, own)];
  const size = `It has ${withNoun(wordsIn(place.text), 'word')} on ${withNoun(printedLines(place), 'printed line')}.`;
  return advice(
    place,
    findings,
    own.length === 0
      ? `${size} I find nothing in it that says a thing twice.`
      : `${size} ${listFindings(own)}`,
  );
}

/** "Raise the tension": reports sentence lengths, and splits the block into single pictures. */
export function tension(place: SceneMoment): Advice {
  const { text, element } = place;
  const own = findingsAt(place, [
    'begins-to',
    'progressive',
    'padding',
    'long-action',
    'passive',
    'there-is',
    'camera-talk',
  ]);
  const sentences = sentencesOf(text);
  const longest = sentences
    .map((sentence) => ({ sentence, words: wordsIn(sentence.text) }))
    .sort((a, b) => b.words - a.words)[0];
  const pace =
    longest && longest.words > 14
      ? `The longest sentence has ${longest.words} words: ${quote(longest.sentence.text, 80)} Short ones read faster.`
      : `Its sentences are short already (${withNoun(sentences.length, 'sentence')}, the longest with ${withNoun(longest?.words ?? 0, 'word')}).`;
  const apart = shots(element.content);
  const split: Finding[] =
    apart === null || own.some(({ suggestedContent }) => suggestedContent === apart)
      ? []
      : [
          {
            ruleId: 'variant',
            habit: 'Another way',
            elementId: element.id,
            type: 'replace',
            description: 'One picture a paragraph',
            reasoning: 'White space makes the reader wait for the next picture.',
            confidence: 0.55,
            originalContent: element.content.trim(),
            suggestedContent: apart,
          },
        ];
  const craft =
    'Tension is knowing what could go wrong: let us see the danger one line before the person in it does, and end the block on what they have not noticed.';
  return advice(place, [...own, ...split], `${pace} ${listFindings(own)}`.trim(), craft);
}

const senses: Record<string, RegExp> = {
  sight:
    /\b(?:light|dark|lamps?|shadows?|colou?r|red|black|white|green|blue|grey|gray|yellow|bright|glows?|gleams?|shines?|sees?|looks?|watches)\b/i,
  sound:
    /\b(?:sounds?|noise|hears?|whistles?|bangs?|creaks?|hums?|rattles?|rings?|silence|quiet|loud|engines?|bells?|crackles?|voices?|music|whispers?|thunder|footsteps|horn)\b/i,
  smell: /\b(?:smells?|scents?|stinks?|reeks?|diesel|smoke|perfume|odou?r|stench)\b/i,
  touch:
    /\b(?:cold|warm|hot|wet|damp|dry|rough|smooth|sharp|soft|hard|sticky|icy|rain|wind|touch(?:es)?|grips?|trembles?|shivers?)\b/i,
  taste: /\b(?:tastes?|bitter|sweet|salt|salty|sour|drinks?|eats?|sips?|swallows?)\b/i,
};

/** "Add sensory detail": reports which senses the block and its scene address. Invents nothing. */
export function sensory(place: SceneMoment): Advice {
  const { scene, text } = place;
  const has = Object.entries(senses)
    .filter(([, pattern]) => pattern.test(text))
    .map(([name]) => name);
  const lacks = Object.keys(senses).filter((name) => !has.includes(name) && name !== 'taste');
  const whole = place.facts.texts.slice(scene.from, scene.to).join('\n');
  const nowhere = lacks.filter((name) => !senses[name]?.test(whole));
  const now =
    has.length === 0
      ? 'This block names nothing that is seen, heard, smelt or felt on the skin.'
      : `This block has ${listed(has)}.`;
  const missing =
    lacks.length === 0
      ? ' All the senses a reader needs are there.'
      : ` It lacks ${listed(lacks)}${nowhere.length > 0 ? `; ${listed(nowhere)} ${nowhere.length === 1 ? 'is' : 'are'} nowhere in the scene` : ''}.`;
  const where = scene.strip.place === '' ? 'this place' : scene.strip.place;
  const time = scene.strip.time === 'night' ? ' at night' : scene.strip.time === 'day' ? ' by day' : '';
  const ask = `One detail is enough, and it should do work. In ${where}${time}: what would somebody hear with closed eyes, and what would stick to the hands?`;
  const own = findingsAt(place, pictures);
  return advice(
    place,
    own,
    now + missing,
    `${ask} I do not invent details; they are yours to choose.`,
    listFindings(own),
  );
}
