import type { DoctorSelection } from '#screenplay/facts/input.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { capital, listed, quote, sceneInFull, speechText, withNoun } from '#screenplay/facts/prose.ts';
import { examine } from '../examine.ts';
import type { Finding } from '../finding.ts';
import { byWeight, countedHabits } from '../habits.ts';
import { improveSelection, overlapsSelection } from '../improve/improve.ts';
import { doctorRules } from '../rules/all.ts';
import { type ParsedQuestion, readQuestion } from './asked.ts';
import { commonQuestions } from './commonFacts.ts';
import { listFindings, paragraphs, suggestionCountSentence } from './context.ts';
import { continuity } from './continuity.ts';
import { countedQuestions } from './counting.ts';
import { type AnswerLanguage, languageOfQuestion } from './language.ts';
import { measuredQuestions } from './measuring.ts';
import { peopleQuestions } from './people.ts';
import { promptReply } from './prompts.ts';
import type { DoctorQuestion } from './question.ts';
import { quoteQuestions } from './quotes.ts';
import { sceneQuestions } from './scenes.ts';
import { scriptQuestions } from './script.ts';
import { sharedQuestions } from './shares.ts';
import { cannotJudge, evidenceFor, opinion } from './unsupported.ts';

/** The doctor's answer to a question. */
export interface DoctorAnswer {
  /** Plain text in paragraphs; never empty. */
  text: string;
  /** The suggestions that the text mentions; they may have no rewrite. */
  findings: Finding[];
  /** False if the question matched no known kind. The text then states what the doctor can do. */
  understood: boolean;
}

/**
 * Answer a quick prompt, a factual question or a request for suggestions, or state that it cannot.
 * Never throws.
 */
export function answer(
  question: string,
  facts: ReadProject,
  selection: DoctorSelection | null = null,
): DoctorAnswer {
  const parsed = readQuestion(question, facts, selection);
  const reply = promptReply(question);
  if (reply) {
    const { text, findings } = reply(facts, parsed.selected);
    return {
      text: tidy(text),
      findings: selection ? findings.filter(overlapsSelection(selection)) : findings,
      understood: true,
    };
  }
  if (greeting.test(parsed.words)) return { text: helpText, findings: [], understood: true };
  const language = languageOfQuestion(parsed.words);
  const isOpinion = opinion.test(parsed.words);
  const counted = isOpinion ? null : countedReply(parsed, language);
  const check = counted === null ? checkReply(parsed, selection) : null;
  if (check) return check;
  const text = counted ?? (language === 'en' && !isOpinion ? factReply(parsed) : null);
  if (text !== null) return { text: capital(tidy(text)), findings: [], understood: true };
  return { text: tidy(beyondRules(question, parsed, language)), findings: [], understood: false };
}

const questionsInOrder = [
  ...measuredQuestions,
  ...countedQuestions,
  continuity,
  ...sharedQuestions,
  ...commonQuestions,
];

/** Return an answer by counting, in the language of the question. */
function countedReply(parsed: ParsedQuestion, language: AnswerLanguage): string | null {
  for (const { fits, reply } of questionsInOrder) {
    const found = fits[language].exec(parsed.words);
    const text = found && reply(parsed, language, found);
    if (text !== null) return text;
  }
  return null;
}

function factReply(parsed: ParsedQuestion): string | null {
  const isAboutScene = parsed.scene !== null || parsed.unknownScene !== null;
  const order: (readonly DoctorQuestion[])[] = isAboutScene
    ? [personInScene, sceneQuestions, peopleQuestions, scriptQuestions]
    : parsed.act !== null
      ? [scriptQuestions, peopleQuestions, sceneQuestions]
      : [quoteQuestions, peopleQuestions, sceneQuestions, scriptQuestions];
  for (const { fits, reply } of order.flat()) {
    const text = fits.test(parsed.words) ? reply(parsed) : null;
    if (text !== null) return text;
  }
  return null;
}

/** "What does Mara say in scene 5?" */
const personInScene: readonly DoctorQuestion[] = [
  {
    fits: /./,
    reply({ people: [person], scene, facts }) {
      if (!person || !scene) return null;
      const speeches = person.speeches.filter((index) => index >= scene.from && index < scene.to);
      const place = sceneInFull(scene);
      if (speeches.length === 0) {
        return scene.seen.has(person.key)
          ? `${person.name} is in ${place}, but does not speak there.`
          : `${person.name} is not in ${place}.`;
      }
      const first = speeches.slice(0, 3).map((index) => quote(speechText(facts, index), 80));
      const begin = speeches.length > 3 ? 'beginning with ' : '';
      return `${person.name} has ${withNoun(speeches.length, 'speech', 'speeches')} in ${place}: ${begin}${listed(first)}.`;
    },
  },
];

const greeting =
  /^(?:help|hi|hello|hey|what can (?:you|i) (?:do|ask)(?: you)?|what do you do|who are you|what are you|how do you work)$/;
const checking =
  /^(?:please )?(?:can you |could you )?(?:check|examine|review|proofread|find|look for|show(?: me)?|any|are there|what(?:'s| is| are)|list)\b.*\b(?:script|scene|line|element|weakness(?:es)?|problems?|mistakes?|errors?|typos?|faults?|wrong|issues?|clich[eé]s?)\b/;
const suggestionRequest =
  /^(?:please )?(?:can you |could you )?(?:improve|rewrite|rephrase|fix|polish|edit|shorten|tighten|correct|suggest improvements)\b/;

/** Answer a request for suggestions that is not worded as a quick prompt. */
function checkReply(parsed: ParsedQuestion, selection: DoctorSelection | null): DoctorAnswer | null {
  const { words, facts, scene } = parsed;
  if (suggestionRequest.test(words) && parsed.selected === null) {
    return {
      text: 'Select a line of the script first, and ask again: I rewrite one line at a time.',
      findings: [],
      understood: true,
    };
  }
  if (suggestionRequest.test(words) && selection) {
    const findings = improveSelection(selection, facts);
    const body =
      findings.length === 0
        ? 'I looked at this line by all my rules and have no rewrite I could stand by.'
        : `I looked at this line by all my rules. ${listFindings(findings)}`;
    return { text: paragraphs(body, suggestionCountSentence(findings)), findings, understood: true };
  }
  if (
    !checking.test(words) ||
    !/\b(?:check|examine|review|proofread|weakness|problem|mistake|error|typo|fault|wrong|issue|clich)/.test(
      words,
    )
  )
    return null;
  const elementIds = scene ? facts.elements.slice(scene.from, scene.to).map(({ id }) => id) : undefined;
  const all = examine(facts, elementIds ? { elementIds } : {});
  const findings = /clich/.test(words) ? all.filter(({ ruleId }) => ruleId === 'cliche') : all;
  const where = scene
    ? sceneInFull(scene)
    : `the whole script (${withNoun(facts.elements.length, 'element')})`;
  if (findings.length === 0)
    return {
      text: `I looked at ${where} by ${doctorRules.length} rules and found nothing to say against it.`,
      findings,
      understood: true,
    };
  const habits = countedHabits(findings).map(
    ({ habit, count }) => `${habit.charAt(0).toLowerCase()}${habit.slice(1)} (${count})`,
  );
  const nowhere = findings.flatMap(({ elementId, description }) =>
    elementId === null ? [`${capital(description)}.`] : [],
  );
  const text = `I looked at ${where} by ${doctorRules.length} rules and found ${withNoun(findings.length, 'thing')}, the weightiest first: ${listed(habits, 40)}.`;
  const more = scene
    ? ''
    : 'All of them, place by place, come with “Suggest improvements” under Suggestions.';
  return {
    text: paragraphs(text, nowhere.join(' '), more, suggestionCountSentence(findings)),
    findings: byWeight(findings).slice(0, maxFindings),
    understood: true,
  };
}

/** Maximum suggestions in one answer. */
const maxFindings = 50;

/** Keep a single full stop at the end of a quotation. */
function tidy(text: string): string {
  return text.replace(/([.!?…]”)\.(?=\s|$)/g, '$1');
}

/** Answer to "Help". */
const helpText =
  'I am the built-in script doctor: I read the script by rule and know no more than it says. I can tell you who speaks most, where somebody first appears, who is in a scene and what it begins with, who never meets, what happens on a page, which scenes are at night or share a place, how often a word occurs, and how long the script, an act or a scene is. With a line selected I can check it, tighten it and say what weakens it; ask “Check the script” for everything.';

/**
 * Return one sentence: an unknown name, what the doctor cannot judge, or where the script mentions
 * the subject.
 */
function beyondRules(question: string, parsed: ParsedQuestion, language: AnswerLanguage): string {
  const unknown = question
    .slice(1, 300)
    .match(/(?<=[\p{Ll},] [“"'(]?)\p{Lu}[\p{L}'’-]{2,}/gu)
    ?.find((word) => parsed.facts.names.asked(word).length === 0 && !asking.test(word));
  if (language === 'en' && unknown && parsed.people.length === 0 && parsed.facts.people.size > 0)
    return `I find nobody called ${unknown} in this script; “List the characters” shows everybody who is there.`;
  return cannotJudge(parsed.words, language) ?? evidenceFor(parsed, language);
}

const asking = /^(?:What|Who|Where|When|How|Which|Why|INT|EXT)$/;
