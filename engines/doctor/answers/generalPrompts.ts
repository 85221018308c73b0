import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import type { SceneFacts } from '#screenplay/facts/facts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import {
  capital,
  lengthInWords,
  listed,
  namesOf,
  numberedScene,
  quote,
  sceneInFull,
  sceneNames,
  withNoun,
} from '#screenplay/facts/prose.ts';
import { examine } from '../examine.ts';
import type { Finding } from '../finding.ts';
import { doctorRules } from '../rules/all.ts';
import { type Advice, listFindings, paragraphs, suggestionCountSentence } from './context.ts';
import { headedScenes } from './scenes.ts';
import { storyThreads } from './threads.ts';

const emptyScriptAdvice: Advice = {
  text: 'The script is empty. Write a scene, or import a script, and ask again.',
  findings: [],
};

/** Return the position for a general prompt: after the selected scene, or the end of the script. */
function endOfScope({ scenes, sceneAt, elements }: ReadProject, selected: number | null): number {
  return selected === null ? elements.length : (scenes[sceneAt[selected] ?? -1]?.to ?? elements.length);
}

function wholeScriptSentence({ report, people }: ReadProject): string {
  return `I looked at the whole script: ${withNoun(report.scenes, 'scene')} on ${withNoun(report.pages, 'page')}, ${withNoun(people.size, 'character')}.`;
}

/**
 * "What could happen next?": names up to three threads that are open after the selected scene, or
 * at the end.
 */
export function whatNext(facts: ReadProject, selected: number | null): Advice {
  if (facts.elements.length === 0) return emptyScriptAdvice;
  const until = endOfScope(facts, selected);
  const threads = storyThreads(facts, until).slice(0, 3);
  const scene = facts.scenes[facts.sceneAt[until - 1] ?? -1];
  const where = scene ? ` From the end of ${sceneInFull(scene)}` : ' From here';
  if (threads.length === 0) {
    return {
      text: paragraphs(
        wholeScriptSentence(facts),
        'I find no thread left open that I could point to: no question without an answer, nobody away for long, nothing shown and dropped. Ask what the last scene has made impossible, and begin there.',
      ),
      findings: [],
    };
  }
  const options = threads.map(({ what, could }, index) => `${index + 1}. ${capital(what)}. ${could}`);
  return {
    text: paragraphs(
      wholeScriptSentence(facts),
      `${where.trim()}, ${threads.length === 1 ? 'one thread is' : `${threads.length} threads are`} open:`,
      options.join('\n'),
    ),
    findings: [],
  };
}

/** "Suggest a plot twist": names planted threads that could be reversed, the earliest first. */
export function twist(facts: ReadProject, selected: number | null): Advice {
  if (facts.elements.length === 0) return emptyScriptAdvice;
  const threads = storyThreads(facts, endOfScope(facts, selected))
    .sort((a, b) => a.scene - b.scene)
    .slice(0, 3);
  const options = threads.map(({ what, twist }, index) => `${index + 1}. ${capital(what)}. Twist: ${twist}`);
  const body =
    options.length === 0
      ? 'A twist turns something round that the audience has seen, and I find nothing set up and left open. Plant it first: one object, one promise or one lie, two scenes before.'
      : `A twist must turn round what we have seen. What is there to turn:`;
  return {
    text: paragraphs(
      wholeScriptSentence(facts),
      body,
      options.join('\n'),
      options.length === 0
        ? ''
        : 'Which of them is the surprise and which the lie is for you to say; I can only point to what is planted.',
    ),
    findings: [],
  };
}

const paceRules = ['long-action', 'monologue', 'begins-to', 'stacked-parentheticals'];

/**
 * "Help me with the pacing": reports scene lengths, runs of scenes at one place, and long blocks
 * and speeches.
 */
export function pacing(facts: ReadProject, selected: number | null): Advice {
  const scenes = headedScenes(facts);
  if (scenes.length === 0)
    return facts.elements.length === 0
      ? emptyScriptAdvice
      : { text: 'There are no scene headings yet, so there is no pace to measure.', findings: [] };
  const average = facts.report.eighths / scenes.length;
  const long = [...scenes]
    .sort((a, b) => b.eighths - a.eighths)
    .filter(({ eighths }) => eighths > Math.max(8, average * 2))
    .slice(0, 3);
  const run = maxRunAtOnePlace(scenes);
  const chosen = doctorRules.filter(({ id }) => paceRules.includes(id));
  const here = selected === null ? null : facts.scenes[facts.sceneAt[selected] ?? -1];
  const elementIds = here ? facts.elements.slice(here.from, here.to).map(({ id }) => id) : undefined;
  const findings = examine(facts, { rules: chosen, ...(elementIds ? { elementIds } : {}) });
  const counts = paceRules
    .map((id) => ({ id, count: findings.filter(({ ruleId }) => ruleId === id).length }))
    .filter(({ count }) => count > 0);
  const name = (id: string) => doctorRules.find((rule) => rule.id === id)?.name.toLowerCase() ?? id;
  const parts = [
    `A scene is ${lengthInWords(Math.round(average))} long on average.`,
    long.length === 0
      ? 'No scene stands out by its length.'
      : `Much longer: ${listed(long.map((scene) => `${sceneInFull(scene)} with ${lengthInWords(scene.eighths)}`))}. Can they begin later or end earlier?`,
    run.length < 3
      ? ''
      : `${capital(sceneNames(run))} follow each other at ${run[0]?.strip.place}; a cut away would let time pass.`,
    counts.length === 0
      ? `${here ? 'In this scene' : 'In the script'} I find no block that is too long to read fast.`
      : `${here ? 'In this scene' : 'In the script'} I find: ${listed(counts.map(({ id, count }) => `${name(id)} (${count})`))}.`,
  ];
  return {
    text: paragraphs(
      wholeScriptSentence(facts),
      parts.filter((part) => part !== '').join(' '),
      suggestionCountSentence(findings),
    ),
    findings: findings.slice(0, 20),
  };
}

/** Return the longest run of scenes at one place. */
function maxRunAtOnePlace(scenes: readonly SceneFacts[]): SceneFacts[] {
  let best: SceneFacts[] = [];
  let run: SceneFacts[] = [];
  for (const scene of scenes) {
    run = run[0]?.strip.place === scene.strip.place && scene.strip.place !== '' ? [...run, scene] : [scene];
    if (run.length > best.length) best = run;
  }
  return best;
}

const refusal =
  /^(?:no|never|don['’]t|stop|wait|not)\b|\b(?:not|won['’]t|can['’]t|don['’]t|cannot|isn['’]t|never|but)\b/i;
const consent =
  /^(?:yes|yeah|okay|ok|sure|of course|all right|alright|fine|right|exactly|certainly|agreed)\b/i;

/**
 * "Strengthen the conflict": reports who refuses and who agrees, in the selected scene or in all
 * scenes.
 */
export function conflictAdvice(facts: ReadProject, selected: number | null): Advice {
  if (facts.elements.length === 0) return emptyScriptAdvice;
  const chosen = selected === null ? null : facts.scenes[facts.sceneAt[selected] ?? -1];
  if (chosen) return sceneConflict(facts, chosen);
  const calm = headedScenes(facts)
    .filter((scene) => scene.speakers.size > 1)
    .map((scene) => ({ scene, ...oppositionIn(facts, scene) }))
    .filter(({ speeches, refusals }) => speeches >= 4 && refusals === 0)
    .slice(0, 5);
  const body =
    calm.length === 0
      ? 'In every dialogue of four speeches or more somebody refuses, denies or contradicts.'
      : `Dialogues in which nobody says no: ${listed(calm.map(({ scene, speeches }) => `${sceneInFull(scene)} with ${withNoun(speeches, 'speech', 'speeches')}`))}. Give one of the two a reason not to want what the other wants. Select a line there and ask again for more.`;
  return { text: paragraphs(wholeScriptSentence(facts), body), findings: [] };
}

function oppositionIn({ elements, texts }: ReadProject, scene: SceneFacts) {
  const speeches = [...scene.speakers.values()].reduce((sum, count) => sum + count, 0);
  let refusals = 0;
  let consents = 0;
  let yielding = '';
  for (let index = scene.from; index < scene.to; index++) {
    if (!isDialogueType(elements[index]?.elementType)) continue;
    const text = texts[index] ?? '';
    if (refusal.test(text)) refusals++;
    if (consent.test(text)) {
      consents++;
      if (yielding === '') yielding = text;
    }
  }
  return { speeches, refusals, consents, yielding };
}

function sceneConflict(facts: ReadProject, scene: SceneFacts): Advice {
  const { speeches, refusals, consents, yielding } = oppositionIn(facts, scene);
  const names = namesOf(facts, scene.speakers.keys());
  const elementIds = facts.elements.slice(scene.from, scene.to).map(({ id }) => id);
  const findings: Finding[] = examine(facts, {
    elementIds,
    rules: doctorRules.filter(({ id }) => ['on-the-nose', 'exposition', 'name-calling'].includes(id)),
  });
  if (names.length < 2) {
    const who = names.length === 0 ? 'Nobody speaks' : `Only ${names[0]} speaks`;
    return {
      text: paragraphs(
        `I looked at ${sceneInFull(scene)}.`,
        `${who} in it, so what resists must be a thing or a task: let something fail twice before it works. ${absentOpponent(facts, scene)}`.trim(),
        listFindings(findings),
      ),
      findings,
    };
  }
  const against =
    refusals === 0
      ? 'none refuses'
      : `${refusals} ${refusals === 1 ? 'refuses, denies or contradicts' : 'refuse, deny or contradict'}`;
  const giving = consents === 0 ? 'none gives in' : `${consents} ${consents === 1 ? 'agrees' : 'agree'}`;
  const balance = `${listed(names)} exchange ${withNoun(speeches, 'speech', 'speeches')}; ${against} and ${giving}.`;
  const yields =
    yielding === '' || refusals === 0
      ? ''
      : ` The resistance ends at ${quote(yielding, 60)} Delay it, or let it be a lie.`;
  const craft =
    refusals === 0
      ? `Nobody wants anything that another will not give. Let ${names[0]} need something here that ${names[1]} cannot afford to hand over.`
      : 'Raise the price: what does the one who refuses lose by it, now, in this room?';
  return {
    text: paragraphs(`I looked at ${sceneInFull(scene)}.`, balance + yields, craft, listFindings(findings)),
    findings,
  };
}

function absentOpponent(facts: ReadProject, scene: SceneFacts): string {
  const others = [...facts.people.values()]
    .filter(({ key, speeches }) => speeches.length > 0 && !scene.speakers.has(key))
    .sort((a, b) => b.words - a.words);
  const [person] = others;
  const last = person?.scenes.findLast((index) => (facts.scenes[index]?.from ?? 0) < scene.from);
  return person && last !== undefined
    ? `Or let ${person.name} come in, last in ${numberedScene(facts.scenes[last] as SceneFacts)}.`
    : '';
}
