import { parseHeading } from './heading.ts';
import { mapInSteps, runToCompletion, type Steps } from './steps.ts';

/** Where the camera is; "both" for INT./EXT. */
export type Setting = 'int' | 'ext' | 'both';

/** What a strip board can tell of a slug line. Null where the line does not say. */
export interface Strip {
  setting: Setting | null;
  time: 'day' | 'night' | null;
  /** The place alone, in capitals; "" for a line without one. */
  place: string;
}

/** The colours of a strip board. */
export type StripColour = 'int-day' | 'int-night' | 'ext-day' | 'ext-night';

// The hours between have light in them, and are shot by day.
const nightWord = /\b(?:NIGHT|MIDNIGHT|EVENING)\b/i;
const dayWord =
  /\b(?:DAY|MIDDAY|NOON|MORNING|AFTERNOON|DAWN|DUSK|SUNRISE|SUNSET|SUNDOWN|TWILIGHT|DAYBREAK|MAGIC HOUR|GOLDEN HOUR)\b/i;
const sameWord = /\b(?:LATER|CONTINUOUS|CONT'D|CONTINUED|SAME|MOMENTS?|MINUTES?|SECONDS?|SIMULTANEOUS)\b/i;

/** A slug line → its strip. Of two times ("NIGHT - LATER") the first counts; `before` is the strip above. */
export function stripOf(heading: string, before: Strip | null = null): Strip {
  const { intro, location, timeOfDay } = parseHeading(heading);
  const setting = settingOf(intro);
  const own = timeIn(timeOfDay);
  if (own !== null || !sameWord.test(timeOfDay)) return { setting, time: own, place: location.toUpperCase() };
  // "CAR DECK - NIGHT - LATER": the place is before the first time.
  const inner = parseHeading(location);
  const time = timeIn(inner.timeOfDay);
  const place = time === null ? location : inner.location;
  return { setting, time: time ?? before?.time ?? null, place: place.toUpperCase() };
}

/** The strips of slug lines in script order: LATER and CONTINUOUS go on with the time of the line above. */
export function stripsOf(headings: readonly string[]): Strip[] {
  return runToCompletion(stripSteps(headings));
}

/** The same in steps. */
export function stripSteps(headings: readonly string[]): Steps<Strip[]> {
  let before: Strip | null = null;
  return mapInSteps(headings, (heading) => {
    before = stripOf(heading, before);
    return before;
  });
}

/** A mixed setting takes the colour of its interior; null without setting or time. */
export function colourOf({ setting, time }: Strip): StripColour | null {
  if (setting === null || time === null) return null;
  return `${setting === 'ext' ? 'ext' : 'int'}-${time}`;
}

function settingOf(intro: string): Setting | null {
  if (intro === '') return null;
  const isInside = intro.includes('I');
  const isOutside = intro.startsWith('E') || intro.includes('/E');
  if (isInside && isOutside) return 'both';
  return isInside ? 'int' : 'ext';
}

function timeIn(text: string): 'day' | 'night' | null {
  if (nightWord.test(text)) return 'night';
  return dayWord.test(text) ? 'day' : null;
}
