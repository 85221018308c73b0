import type { ReadProject } from '../../facts/project.ts';
import { type Sentence, sentencesOf } from '../../language/sentences.ts';
import { deletion } from '../editing.ts';
import type { ScriptFault, ScriptRule, TextEdit } from '../rule.ts';

/** From the third time on in one scene, or the second in one line, it is a habit. */
const often = 3;

/** "Hold on, Tobias." said for the third time in a scene → "Hold on." */
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

// To call these is manners, not a habit.
const title =
  /^(?:captain|doctor|dr|sir|madam|officer|sergeant|lieutenant|commander|major|colonel|general|admiral|chief|boss|coach|judge|professor|father|mother|mum|mom|dad|sister|brother|nurse|your \w+)$/i;

function inScene(facts: ReadProject, from: number, to: number): ScriptFault[] {
  const counts = new Map<string, number>();
  const faults: ScriptFault[] = [];
  for (let index = from; index < to; index++) {
    const speaker = facts.speakers[index] ?? null;
    if (facts.elements[index]?.elementType !== 'dialogue' || speaker === null) continue;
    const text = facts.texts[index] ?? '';
    for (const { key, call, sentence, edits } of callsIn(text, facts)) {
      if (key === speaker || title.test(call)) continue;
      const habit = `${speaker}\u0000${key}`;
      const count = (counts.get(habit) ?? 0) + 1;
      counts.set(habit, count);
      if (count < often) continue;
      const [who, whom] = [facts.people.get(speaker)?.name ?? speaker, call];
      faults.push({
        index,
        from: sentence.from,
        to: sentence.to,
        description: `${who} calls “${whom}” by name for the ${ordinal(count)} time in this scene`,
        edits,
        drops: [key],
      });
    }
  }
  return faults;
}

interface Call {
  key: string;
  call: string;
  sentence: Sentence;
  edits: TextEdit[] | null;
}

/** Names by which somebody is addressed: set off by commas. At most one a sentence. */
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
        // "Tobias, Mara and the girl": a list is no call.
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

function ordinal(count: number): string {
  return (
    ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'][count] ?? `${count}th`
  );
}
