import { plainText } from './emphasis.ts';
import { Beginnings } from './language/beginnings.ts';
import {
  foreignHeadingStartOf,
  foreignTimeIn,
  isForeignTime,
  splitForeignIntro,
  timeAtEnd,
} from './language/foreignHeading.ts';

/** Parts of a scene heading: "INT. CAR DECK - NIGHT". A missing part is "". */
export interface HeadingParts {
  /** In capitals, with a period: "INT.", "EXT.", "INT./EXT.", "I/E.", "EST.". */
  intro: string;
  /** May itself contain " - " or " / ". */
  location: string;
  timeOfDay: string;
}

/** Source of a pattern for INT/EXT, INT./EXT, INT/ EXT, I/E, I./E, E/I and so on. */
const doubleIntro = (() => {
  const slash = ' ?\\.? ?/ ?';
  const pairs = [
    ['(?:INT|I)', '(?:EXT|E)'],
    ['(?:EXT|E)', '(?:INT|I)'],
    ['EST', '(?:INT|EXT)'],
    ['(?:INT|EXT)', 'EST'],
  ];
  return pairs.map((pair) => pair.join(slash)).join('|');
})();
/** Source of a pattern for the words that open a heading, without the period after them. */
export const introWords = `(?:${doubleIntro}|INT|EXT|EST)`;
const introPattern = new RegExp(`^\\s*(${introWords})(?=[. -]|$) ?\\.? ?-? ?`, 'i');
const separator = / [-–—]{1,4}(?: |$)|[-–—]{1,4} /g;

// Text after the last dash that contains one of these words is a time, whatever its length.
const timeWord =
  /\b(?:DAY|NIGHT|MORNING|AFTERNOON|EVENING|NOON|MIDNIGHT|DAWN|DUSK|SUNRISE|SUNSET|TWILIGHT|LATER|CONTINUOUS|CONT'D|SAME|HOUR|HOURS|MOMENTS?|MINUTES?|WEEKS?|MONTHS?|YEARS?|FLASHBACK|PRESENT|O'CLOCK|[AP]\.?M)\b/i;
const maxTimeLength = 60;

const headingStart = new RegExp(`^(?:(?:${doubleIntro}|INT|EXT)[. -]|EST[. ])`, 'i');

const englishBeginnings = new Beginnings(['IN', 'EX', 'ES', 'I/', 'I.', 'I ', 'E/', 'E.', 'E ']);

/**
 * Return the beginning that makes a line a scene heading, such as "INT." or "ext "; null if it has
 * none. The one rule for typed, pasted and imported text. "Est-" is French, as in "Est-ce que".
 * `text` has no leading white space.
 */
export function headingStartOf(text: string): string | null {
  const first = text.charCodeAt(0);
  const isMarked = first === 42 || first === 95; // bold, italic or underlined: * _
  return (isMarked ? startOfPlain(plainText(text)) : englishStartOf(text)) ?? foreignHeadingStartOf(text);
}

function startOfPlain(text: string): string | null {
  return englishStartOf(text) ?? foreignHeadingStartOf(text);
}

function englishStartOf(text: string): string | null {
  return englishBeginnings.mayBegin(text) ? (headingStart.exec(text)?.[0] ?? null) : null;
}

/**
 * Split a scene heading into its parts. `text` must not contain emphasis marks. The time of day is
 * the text after the last dash if it is short or contains a time word. A line without intro
 * consists of location and time. Source: docs/format.md, "SmartType lists".
 */
export function parseHeading(text: string): HeadingParts {
  // Collapse white space first: patterns with repeated white space would take quadratic time.
  const line = text.replace(/\s+/g, ' ').trim();
  const opening = introPattern.exec(line);
  const foreign = opening ? null : splitForeignIntro(line);
  const intro = opening ? `${(opening[1] ?? '').replaceAll(' ', '').toUpperCase()}.` : (foreign?.intro ?? '');
  const rest = foreign?.rest ?? line.slice(opening?.[0].length ?? 0).trim();
  const last = [...rest.matchAll(separator)].at(-1);
  if (!last) {
    const timed = timeAtEnd(rest);
    return timed ? { intro, ...timed } : partsByPeriod(intro, rest);
  }
  const location = rest.slice(0, last.index).trim();
  const timeOfDay = rest.slice(last.index + last[0].length).trim();
  if (location === '' || !isTime(timeOfDay)) return { intro, location: rest, timeOfDay: '' };
  // French headings may begin with the time: INT. JOUR - CUISINE.
  if (isForeignTime(location) && !timeWord.test(timeOfDay) && foreignTimeIn(timeOfDay) === null)
    return { intro, location: timeOfDay, timeOfDay: location };
  return { intro, location, timeOfDay };
}

/** Split INT.CABIN.DAY, where a period separates location and time. */
function partsByPeriod(intro: string, rest: string): HeadingParts {
  const [, location = '', time = ''] = /^([^.]*[^.\s])\. ?([^.]+)\.?$/.exec(rest) ?? [];
  const isSplit = intro !== '' && time.length <= maxTimeLength && timeWord.test(time);
  return isSplit ? { intro, location, timeOfDay: time.trim() } : { intro, location: rest, timeOfDay: '' };
}

/** Join the parts into a scene heading in capitals. */
export function writeHeading({ intro, location, timeOfDay }: HeadingParts): string {
  const place = [intro, location].filter((part) => part !== '').join(' ');
  return [place, timeOfDay]
    .filter((part) => part !== '')
    .join(' - ')
    .toUpperCase();
}

function isTime(text: string): boolean {
  if (text.length > maxTimeLength) return false;
  return timeWord.test(text) || endsInTime(text) || (text.length <= 20 && text.split(' ').length <= 3);
}

/** Return whether a text ends in a time of day of another language: AM NÄCHSTEN MORGEN. */
function endsInTime(text: string): boolean {
  return foreignTimeIn(text.split(' ').slice(-2).join(' ')) !== null;
}
