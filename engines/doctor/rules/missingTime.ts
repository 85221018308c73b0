import { quoteShort, type ScriptFault, type ScriptRule } from '../rule.ts';

const special =
  /\b(?:MONT[A-Z]+|MONTAŽ\p{L}*|COLLAGE|SE[QK]\p{L}+|FLASHBACK|INTERCUT|SERIES OF|BACK TO|TITLE|BLACK|SUPER|CREDITS|SPACE|DREAM)(?!\p{L})/iu;
// A bracket (a year, “continuous”), a number (a clock time) or a season at the end also gives the
// time.
const timeAtEnd =
  /\b(?:DAY|NIGHT|MORNING|AFTERNOON|EVENING|NOON|MIDNIGHT|DAWN|DUSK|SUNRISE|SUNSET|CONTINUOUS|CONTINUED|LATER|SAME|TIME|HOUR|LIGHT|SPRING|SUMMER|AUTUMN|FALL|WINTER|MOMENTS?|PRESENT|PAST|NOW|TODAY|TONIGHT|MORNING AFTER)\.?$|[\])]\.?$|[-–—,] [^-–—,]*\d[^-–—,]*$/i;

/** Reports INT. or EXT. without a time of day, unless the script often leaves it out. */
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
    const isCustom =
      without.length === placed.length || (without.length >= 3 && without.length * 4 > placed.length);
    if (placed.length > 1 && isCustom) return [];
    return without.map(({ from, heading }): ScriptFault => {
      const description = `${quoteShort(heading)} does not say when`;
      return { index: from, from: 0, to: Number.MAX_SAFE_INTEGER, description, edits: null };
    });
  },
};
