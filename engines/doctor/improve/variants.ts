import { wordsIn } from '#screenplay/cast.ts';
import { isActionType, isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { plainText } from '#screenplay/emphasis.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { sentencesOf } from '#screenplay/language/sentences.ts';
import { applyTextEdits, editContent } from '../editing.ts';
import { examineLine } from '../examine.ts';
import type { Finding } from '../finding.ts';
import type { LineRule, TextEdit } from '../rule.ts';
import { doctorRules } from '../rules/all.ts';
import { isSafeRewrite } from '../safety.ts';
import { contractionsOf, trimsOf } from './trims.ts';

/** A way to rewrite the content of a line; returns null if it changes nothing. */
type Way = (content: string) => string | null;

const maxRounds = 12;
const maxVariants = 3;

/** Repeat edits until there are none. Returns null if nothing changed or the result is not safe. */
function untilStable(facts: ReadProject, editsOf: (text: string) => readonly TextEdit[]): Way {
  return (content) => {
    let result = content;
    for (let round = 0; round < maxRounds; round++) {
      const text = plainText(result);
      const edits = editsOf(text);
      if (edits.length === 0 || !isSafeRewrite(text, applyTextEdits(text, edits), facts.names)) break;
      const edited = editContent(result, edits);
      if (edited === null) break;
      result = edited;
    }
    return result === content ? null : result;
  };
}

/** Apply all rewrites of these rules to the content, one after the other. */
function byRules(facts: ReadProject, index: number, ruleIds: readonly string[]): Way {
  const chosen = doctorRules.filter(
    (rule): rule is LineRule => rule.scope === 'line' && ruleIds.includes(rule.id),
  );
  return (content) => {
    let result = content;
    for (let round = 0; round < maxRounds; round++) {
      const finding = examineLine(withContent(facts, index, result), index, chosen).find(
        ({ suggestedContent }) => suggestedContent !== null,
      );
      const next = finding && withFinding(result, finding);
      if (next === undefined || next === result) break;
      result = next;
    }
    return result === content ? null : result;
  };
}

/** Return the content after applying a suggestion (OQ-71). */
export function withFinding(content: string, { type, originalContent, suggestedContent }: Finding): string {
  if (suggestedContent === null) return content;
  return type === 'modify' ? content.replace(originalContent, () => suggestedContent) : suggestedContent;
}

/**
 * Return the facts with another content of one line; counts and positions stay those of the script.
 */
export function withContent(facts: ReadProject, index: number, content: string): ReadProject {
  const element = facts.elements[index];
  if (!element) return facts;
  return {
    ...facts,
    elements: facts.elements.with(index, { ...element, content }),
    texts: facts.texts.with(index, plainText(content)),
  };
}

/** Rules whose rewrites shorten action without changing its meaning. */
export const tightening = [
  'doubled-word',
  'camera-talk',
  'there-is',
  'progressive',
  'opening-ing',
  'passive',
  'begins-to',
  'redundant',
  'padding',
  'filter',
];
const speechCuts = ['exposition', 'on-the-nose'];

interface Variant {
  description: string;
  reasoning: string;
  confidence: number;
  way: Way;
}

/** Return up to three rewrites of one line, the boldest last; empty if there are none. */
export function variantsOf(facts: ReadProject, index: number): Finding[] {
  const element = facts.elements[index];
  if (!element || element.content.trim() === '' || element.content.length > 4000) return [];
  const variants = isDialogueType(element.elementType)
    ? speechVariants(facts, index)
    : isActionType(element.elementType)
      ? actionVariants(facts, index)
      : [];
  const found: Finding[] = [];
  for (const { way, ...told } of variants) {
    const suggested = way(element.content)?.trim();
    if (suggested === undefined || suggested === '' || suggested === element.content.trim()) continue;
    if (found.some(({ suggestedContent }) => suggestedContent === suggested) || found.length === maxVariants)
      continue;
    found.push({
      ruleId: 'variant',
      habit: 'Another way',
      elementId: element.id,
      type: 'replace',
      ...told,
      originalContent: element.content.trim(),
      suggestedContent: suggested,
    });
  }
  return found;
}

function speechVariants(facts: ReadProject, index: number): Variant[] {
  const shorter = untilStable(facts, trimsOf);
  const spoken = untilStable(facts, contractionsOf);
  const cut = byRules(facts, index, speechCuts);
  return [
    {
      description: 'Without hedges and fillers',
      reasoning: 'What is left is what the character wants to say; the rest was clearing the throat.',
      confidence: 0.7,
      way: shorter,
    },
    {
      description: 'As people speak',
      reasoning:
        'Spoken English runs these words together; written out they sound stiff, unless that is the character.',
      confidence: 0.65,
      way: spoken,
    },
    {
      description: 'Without what is said outright',
      reasoning: 'The line no longer explains itself; the scene has to show it.',
      confidence: 0.6,
      way: cut,
    },
    {
      description: 'Shortest: all cuts together',
      reasoning: 'Every cut that leaves whole sentences.',
      confidence: 0.6,
      way: inSequence(cut, shorter, spoken),
    },
  ];
}

function actionVariants(facts: ReadProject, index: number): Variant[] {
  const tight = byRules(facts, index, tightening);
  const strong = byRules(facts, index, [...tightening, 'weak-adverb']);
  return [
    {
      description: 'Tighter',
      reasoning: 'The same picture in fewer words: plain verbs, nothing said twice.',
      confidence: 0.75,
      way: tight,
    },
    {
      description: 'Tighter, with exact verbs',
      reasoning: 'One exact verb in place of a plain one with its adverb.',
      confidence: 0.65,
      way: strong,
    },
    {
      description: 'One picture a paragraph',
      reasoning: 'Every paragraph reads as a shot; short ones read fast.',
      confidence: 0.55,
      way: inSequence(strong, shots),
    },
  ];
}

/** Apply several ways one after the other. */
function inSequence(...ways: Way[]): Way {
  return (content) => {
    const result = ways.reduce((text, way) => way(text) ?? text, content);
    return result === content ? null : result;
  };
}

const maxShots = 6;
const minBlockLength = 100;

/** Put each sentence into a separate paragraph. */
export function shots(content: string): string | null {
  const sentences = sentencesOf(content);
  const isPlain = plainText(content) === content && !/["“(\n]/.test(content);
  if (!isPlain || sentences.length < 2 || sentences.length > maxShots) return null;
  // Short blocks and fragments already are shots.
  if (content.length < minBlockLength || sentences.some(({ text }) => wordsIn(text) < 3)) return null;
  return sentences.map(({ text }) => text).join('\n\n');
}
