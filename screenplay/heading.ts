/** The parts of a slug line: "INT. CAR DECK - NIGHT". Each is "" where the line has none. */
export interface HeadingParts {
  /** As typed, with a period: "INT.", "EXT.", "INT./EXT.", "I/E.", "EST.". */
  intro: string;
  /** The place, which may itself hold " - " or " / ". */
  location: string;
  timeOfDay: string;
}

const introPattern = /^\s*((?:INT|EXT|EST)(?:\.? ?\/ ?(?:INT|EXT|EST))?|I\/E|E\/I)(?=[. -]|$) ?\.? ?-? ?/i;
const separator = / [-–—]{1,4}(?: |$)|[-–—]{1,4} /g;

// Any word of these makes the text after the last dash a time, however long it is.
const timeWord =
  /\b(?:DAY|NIGHT|MORNING|AFTERNOON|EVENING|NOON|MIDNIGHT|DAWN|DUSK|SUNRISE|SUNSET|TWILIGHT|LATER|CONTINUOUS|CONT'D|SAME|HOUR|HOURS|MOMENTS?|MINUTES?|WEEKS?|MONTHS?|YEARS?|FLASHBACK|PRESENT|O'CLOCK|[AP]\.?M)\b/i;
const maxTimeLength = 60;

/**
 * A slug line → its parts. Plain text: emphasis marks must be out. The time of day is what follows the last
 * dash, where that is short or speaks of time; a line without intro is all location and time.
 * Source: docs/format.md, "SmartType lists".
 */
export function parseHeading(text: string): HeadingParts {
  // Single spaces from here on: patterns with repeated white space would take quadratic time.
  const line = text.replace(/\s+/g, ' ').trim();
  const opening = introPattern.exec(line);
  const intro = opening ? `${(opening[1] ?? '').replaceAll(' ', '').toUpperCase()}.` : '';
  const rest = line.slice(opening?.[0].length ?? 0).trim();
  const last = [...rest.matchAll(separator)].at(-1);
  if (!last) return { intro, location: rest, timeOfDay: '' };
  const location = rest.slice(0, last.index).trim();
  const timeOfDay = rest.slice(last.index + last[0].length).trim();
  if (location === '' || !isTime(timeOfDay)) return { intro, location: rest, timeOfDay: '' };
  return { intro, location, timeOfDay };
}

/** The parts → a slug line in capitals. */
export function writeHeading({ intro, location, timeOfDay }: HeadingParts): string {
  const place = [intro, location].filter((part) => part !== '').join(' ');
  return [place, timeOfDay]
    .filter((part) => part !== '')
    .join(' - ')
    .toUpperCase();
}

function isTime(text: string): boolean {
  if (text.length > maxTimeLength) return false;
  return timeWord.test(text) || (text.length <= 20 && text.split(' ').length <= 3);
}
