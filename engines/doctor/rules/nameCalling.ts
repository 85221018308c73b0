import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { type Sentence, sentencesOf } from '#screenplay/language/sentences.ts';
import { deletion } from '../editing.ts';
import type { ScriptFault, ScriptRule, TextEdit } from '../rule.ts';

/** Minimum number of calls in one scene. */
const minCalls = 4;

/**
 * Reports "Hold on, Tobias." when it recurs in a scene. Reported once per pair and scene, at the
 * last call.
 */
export const nameCalling: ScriptRule = {
  scope: 'script',
  id: 'name-calling',
  name: 'Calls the name too often',
  reason:
    'People who know each other hardly ever say each other’s names. Keep it for the one time when it counts: a warning, a plea, a farewell.',
  confidence: 0.65,
  find(facts) {
    return facts.scenes.flatMap(({ from, to }) => inScene(facts, from, to));
  },
};

// Using these forms of address is polite, not a habit.
const title =
  /^(?:captain|doctor|dr|sir|madam|officer|sergeant|lieutenant|commander|major|colonel|general|admiral|chief|boss|coach|judge|professor|father|mother|mum|mom|dad|sister|brother|nurse|your \w+)$/i;

function inScene(facts: ReadProject, from: number, to: number): ScriptFault[] {
  const habits = new Map<string, { speaker: string; calls: (Call & { index: number })[] }>();
  for (let index = from; index < to; index++) {
    const speaker = facts.speakers[index] ?? null;
    if (!isDialogueType(facts.elements[index]?.elementType) || speaker === null) continue;
    for (const call of callsIn(facts.texts[index] ?? '', facts)) {
      if (call.key === speaker || title.test(call.call)) continue;
      const key = `${speaker}\u0000${call.key}`;
      const habit = habits.get(key) ?? { speaker, calls: [] };
      habits.set(key, habit);
      habit.calls.push({ ...call, index });
    }
  }
  return [...habits.values()].flatMap(({ speaker, calls }): ScriptFault[] => {
    const last = calls.at(-1);
    if (!last || calls.length < minCalls) return [];
    const { index, sentence, edits, key, call } = last;
    const who = facts.people.get(speaker)?.name ?? speaker;
    const description = `${who} calls “${call}” by name ${calls.length} times in this scene`;
    return [{ index, from: sentence.from, to: sentence.to, description, edits, drops: [key] }];
  });
}

interface Call {
  key: string;
  call: string;
  sentence: Sentence;
  edits: TextEdit[] | null;
}

/** Find names used as an address, set off by commas. At most one per sentence. */
function callsIn(text: string, { names }: ReadProject): Call[] {
  if (!text.includes(',')) return [];
  return sentencesOf(text).flatMap((sentence): Call[] => {
    for (const { key, from, to } of names.in(sentence.text)) {
      const before = sentence.text.slice(0, from);
      const after = sentence.text.slice(to);
      const call = sentence.text.slice(from, to);
      const at = sentence.from + from;
      const end = sentence.from + to;
      if (before === '' && /^, \p{L}/u.test(after)) {
        // A list is no address: "Tobias, Mara and the girl".
        const isList = names.in(after).some((other) => other.from <= 2);
        return isList ? [] : [{ key, call, sentence, edits: deletion(text, at, end + 1, sentence.from) }];
      }
      if (/\p{L}, $/u.test(before) && /^[.!?…]+["”’]?$/.test(after)) {
        const isList = names.in(before).some((other) => other.to === before.length - 2);
        return isList ? [] : [{ key, call, sentence, edits: [{ from: at - 2, to: end, text: '' }] }];
      }
      if (/\p{L}, $/u.test(before) && /^, \p{L}/u.test(after)) {
        return [{ key, call, sentence, edits: null }];
      }
    }
    return [];
  });
}
