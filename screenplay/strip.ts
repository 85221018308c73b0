import { parseHeading } from './heading.ts';
import { foreignSettingOf, foreignTimeIn } from './language/foreignHeading.ts';
import { mapInSteps, runToCompletion, type Steps } from './steps.ts';

/** Interior or exterior; "both" for INT./EXT. */
export type Setting = 'int' | 'ext' | 'both';

/** Strip board data from a scene heading. Null where the heading does not specify it. */
export interface Strip {
  setting: Setting | null;
  time: 'day' | 'night' | null;
  /** Location without intro and time, in capitals; "" if there is none. */
  place: string;
}

/** Colours of a strip board. */
export type StripColour = 'int-day' | 'int-night' | 'ext-day' | 'ext-night';

// Twilight hours have light and are shot as day.
const nightWord = /\b(?:NIGHT|MIDNIGHT|EVENING)\b/i;
const dayWord =
  /\b(?:DAY|MIDDAY|NOON|MORNING|AFTERNOON|DAWN|DUSK|SUNRISE|SUNSET|SUNDOWN|TWILIGHT|DAYBREAK|MAGIC HOUR|GOLDEN HOUR)\b/i;
const sameWord = /\b(?:LATER|CONTINUOUS|CONT'D|CONTINUED|SAME|MOMENTS?|MINUTES?|SECONDS?|SIMULTANEOUS)\b/i;

/**
 * Parse a scene heading. Of two times ("NIGHT - LATER") the first counts. `before` is the previous
 * strip.
 */
export function stripOf(heading: string, before: Strip | null = null): Strip {
  const { intro, location, timeOfDay } = parseHeading(heading);
  const setting = settingOf(intro);
  const explicitTime = timeIn(timeOfDay);
  const isSame = sameWord.test(timeOfDay) || foreignTimeIn(timeOfDay) === 'same';
  if (explicitTime !== null || !isSame) return { setting, time: explicitTime, place: location.toUpperCase() };
  // In "CAR DECK - NIGHT - LATER" the location ends before the first time.
  const inner = parseHeading(location);
  const time = timeIn(inner.timeOfDay);
  const place = time === null ? location : inner.location;
  return { setting, time: time ?? before?.time ?? null, place: place.toUpperCase() };
}

/**
 * Parse scene headings in script order. LATER and CONTINUOUS take the time of the previous heading.
 */
export function stripsOf(headings: readonly string[]): Strip[] {
  return runToCompletion(stripSteps(headings));
}

/** Parse scene headings in steps, like stripsOf. */
export function stripSteps(headings: readonly string[]): Steps<Strip[]> {
  let before: Strip | null = null;
  return mapInSteps(headings, (heading) => {
    before = stripOf(heading, before);
    return before;
  });
}

/**
 * Return the colour of a strip. INT./EXT. has the interior colour; null without setting or time.
 */
export function colourOf({ setting, time }: Strip): StripColour | null {
  if (setting === null || time === null) return null;
  return `${setting === 'ext' ? 'ext' : 'int'}-${time}`;
}

function settingOf(intro: string): Setting | null {
  if (intro === '') return null;
  const foreign = foreignSettingOf(intro);
  if (foreign !== null || !/^[IE]/.test(intro)) return foreign;
  const isInside = intro.includes('I');
  const isOutside = intro.startsWith('E') || intro.includes('/E');
  if (isInside && isOutside) return 'both';
  return isInside ? 'int' : 'ext';
}

function timeIn(text: string): 'day' | 'night' | null {
  if (nightWord.test(text)) return 'night';
  if (dayWord.test(text)) return 'day';
  const kind = foreignTimeIn(text);
  return kind === 'same' ? null : kind;
}
