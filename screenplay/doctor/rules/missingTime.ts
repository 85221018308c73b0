import { quoteShort, type ScriptFault, type ScriptRule } from '../rule.ts';

const special = /\b(?:MONTAGE|FLASHBACK|INTERCUT|SERIES OF|BACK TO|TITLE|BLACK|SUPER|CREDITS|SPACE|DREAM)\b/i;
const timeAtEnd =
  /\b(?:DAY|NIGHT|MORNING|AFTERNOON|EVENING|NOON|MIDNIGHT|DAWN|DUSK|SUNRISE|SUNSET|CONTINUOUS|CONTINUED|LATER|SAME|TIME)\.?$/i;

/** INT. or EXT. without a time of day. Silent where the script does not give times at all. */
export const missingTime: ScriptRule = {
  scope: 'script',
  id: 'missing-time',
  name: 'Time of day missing',
  reason: 'Without DAY or NIGHT nobody can light, schedule or price the scene.',
  confidence: 0.75,
  find({ scenes }) {
    const placed = scenes.filter(({ strip, heading }) => {
      return strip.setting !== null && strip.place !== '' && !special.test(heading);
    });
    const without = placed.filter(({ timeOfDay, heading }) => timeOfDay === '' && !timeAtEnd.test(heading));
    if (placed.length >= 4 && without.length * 2 > placed.length) return [];
    return without.map(({ from, heading }): ScriptFault => {
      const description = `${quoteShort(heading)} does not say when`;
      return { index: from, from: 0, to: Number.MAX_SAFE_INTEGER, description, edits: null };
    });
  },
};
