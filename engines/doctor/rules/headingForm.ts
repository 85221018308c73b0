import type { ReadProject } from '#screenplay/facts/project.ts';
import type { LineRule } from '../rule.ts';
import { quoteShort, type RuleFault } from '../rule.ts';

const times =
  'DAY|NIGHT|MORNING|AFTERNOON|EVENING|NOON|MIDNIGHT|DAWN|DUSK|SUNRISE|SUNSET|CONTINUOUS|CONTINUED|LATER|SAME TIME|SAME';
const parts =
  'A|AN|ONE|TWO|THREE|FEW|SOME|SEVERAL|MOMENTS?|SECONDS?|MINUTES?|HOURS?|DAYS?|WEEKS?|MONTHS?|YEARS?|BIT|LITTLE|SHORT|WHILE|MUCH|THE|NEXT|LATE|EARLY|SAME|THAT|LATER';
const phrase = `(?:(?:${parts}) )*(?:${times})`;
// After these words the time is part of the name: "OPENING NIGHT", "BOXING DAY".
const timePrefixes =
  /\b(?:LAST|OPENING|OF|EVERY|FIRST|BOXING|MARKET|WEDDING|INDEPENDENCE|CHRISTMAS|MOTHER'S|FATHER'S|GOOD|PRESENT|MID|THIS|FRIDAY|SATURDAY|SUNDAY|MONDAY|TUESDAY|WEDNESDAY|THURSDAY|EACH|ALL|PAY|PLAY|RAINY|SNOW|TWELFTH|STARRY|SOMETIME|IN|AT|BY|FOR|AND|HALF)$/i;
const intro = /^(INT\.?\/EXT|EXT\.?\/INT|INT|EXT|EST)([.:,]?)(\s*)(?<![A-Z])(?=\S)/i;
const shortIntro = /^(?:I\/E|E\/I)\.? /i;

/** Corrects the form of a slug line: "int car deck-night" → "INT. CAR DECK - NIGHT". */
export const headingForm: LineRule = {
  scope: 'line',
  id: 'heading-form',
  name: 'Heading form',
  reason:
    'Schedules and breakdowns read headings by machine: INT. or EXT. with its period, the place, a dash with a space on both sides, the time, all in capitals.',
  confidence: 0.9,
  types: ['scene_heading'],
  find(line) {
    const text = line.text.trim();
    if (text === '' || text.includes('\n')) return [];
    const { form, faults, isCommaOnly } = correctHeading(text, line.facts, conventionsOf(line.facts));
    if (faults.length === 0) return [];
    const whole: RuleFault = {
      from: 0,
      to: line.text.length,
      description: `${quoteShort(text)}: ${faults.join(', ')}`,
      edits: form === null ? null : headingDifferences(line.text, form),
    };
    // A comma before the time is an older convention that some writers keep.
    return [form === null || isCommaOnly ? { ...whole, confidence: 0.7 } : whole];
  },
};

/** If at least this share of the headings has a fault, it is the writer's convention. */
const conventionShare = 0.3;
const noFaults: ReadonlySet<Fault> = new Set();
const conventions = new WeakMap<ReadProject['scenes'], ReadonlySet<Fault>>();

/** Return the faults that are this script's convention. */
function conventionsOf(facts: ReadProject): ReadonlySet<Fault> {
  const known = conventions.get(facts.scenes);
  if (known) return known;
  const counts = new Map<Fault, number>();
  const headings = facts.scenes.filter(({ heading }) => heading !== '');
  for (const { from } of headings) {
    const { faults } = correctHeading((facts.texts[from] ?? '').trim(), facts, noFaults);
    for (const fault of faults) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  }
  const found = new Set(
    [...counts]
      .filter(([, count]) => count >= 3 && count >= headings.length * conventionShare)
      .map(([fault]) => fault),
  );
  conventions.set(facts.scenes, found);
  return found;
}

type Fault =
  | 'no space behind the period'
  | `no period behind ${string}`
  | 'a period at the end'
  | 'the dash needs a space on both sides'
  | 'no dash in front of the time'
  | 'not in capitals'
  | 'neither INT. nor EXT.';

interface Form {
  /** Null if the right form is not certain. */
  form: string | null;
  faults: Fault[];
  isCommaOnly?: boolean;
}

/** Return the correct form, except for faults that may stay. */
function correctHeading(text: string, facts: ReadProject, permitted: ReadonlySet<Fault>): Form {
  const opening = intro.exec(text);
  if (!opening && !shortIntro.test(text)) return withoutIntro(text, facts);
  const faults: Fault[] = [];
  let form = text;
  const [whole = '', name = '', sign = '', space = ''] = opening ?? [];
  // "INT./SPLIT SCREEN FLAT": the writer's own kind of heading.
  if (opening && text[whole.length] === '/') return { form: null, faults: [] };
  if (opening && !name.includes('/') && (sign !== '.' || space === '')) {
    const fault: Fault =
      sign === '.' ? 'no space behind the period' : `no period behind ${name.toUpperCase()}`;
    if (!permitted.has(fault)) {
      faults.push(fault);
      // "EXT - QUAY": the dash replaced the period.
      form = `${name}. ${form.slice(whole.length).replace(/^[-–—]+\s*/, '')}`;
    }
  }
  if (
    !permitted.has('a period at the end') &&
    /[^.]\.$/.test(form) &&
    !/(?:\b\p{Lu}\.){2,}$|\b[AP]\.M\.$/iu.test(form)
  ) {
    faults.push('a period at the end');
    form = form.slice(0, -1);
  }
  const dashed = timeAfterDash(form) ?? timeWithoutDash(form);
  if (dashed && !permitted.has(dashed.fault)) {
    faults.push(dashed.fault);
    form = dashed.form;
  }
  const isCommaOnly = faults.length === 1 && dashed?.isComma === true;
  const isSmall = !permitted.has('not in capitals') && /\p{Ll}/u.test(form);
  if (isSmall) faults.unshift('not in capitals');
  return { form: isSmall ? form.toUpperCase() : form, faults, isCommaOnly };
}

const dash = `(?<=[\\p{L}\\p{N})'’])(?<!\\b(?:MID|ALL|GOOD|TO|PRE|POST|NEAR|NON))( *)[-–—]{1,3}( *)(${phrase})$`;
const dashBeforeTime = new RegExp(dash, 'iu');

/** Correct "CAR DECK-NIGHT" and "CAR DECK- NIGHT". */
function timeAfterDash(form: string) {
  const match = dashBeforeTime.exec(form);
  const [, before = '', after = '', time = ''] = match ?? [];
  if (!match || (before !== '' && after !== '')) return null;
  // After an existing dash, a hyphen is part of the time: "QUAY - PRE-DAWN".
  if (/ [-–—]+ /.test(form.slice(0, match.index))) return null;
  const fixed = `${form.slice(0, match.index)} - ${time}`;
  return { form: fixed, fault: 'the dash needs a space on both sides' as const, isComma: false };
}

const spacedTime = new RegExp(`^(\\S+ .*?[\\p{L}\\p{N})'’])(,?)\\.? (${phrase})$`, 'iu');

/** Correct "CAR DECK NIGHT" and "CAR DECK, NIGHT". */
function timeWithoutDash(form: string) {
  const match = spacedTime.exec(form);
  const [, place = '', comma = '', time = ''] = match ?? [];
  if (!match || / [-–—]+ /.test(form) || /[-–—]$/.test(place) || timePrefixes.test(place)) return null;
  return {
    form: `${place} - ${time}`,
    fault: 'no dash in front of the time' as const,
    isComma: comma !== '',
  };
}

const special =
  /\b(?:MONTAGE|FLASHBACK|INTERCUT|SERIES|BACK TO|LATER|TITLE|BLACK|SUPER|CREDITS|DREAM|END|OMITTED|SCENE|VARIOUS|STOCK)\b/i;

const timed = new RegExp(`^(.+?) [-–—]+ ${phrase}$`, 'i');

/**
 * Correct a heading with a time but without INT. or EXT., which other scenes at that place show.
 */
function withoutIntro(text: string, facts: ReadProject): Form {
  const match = timed.exec(text);
  if (!match || special.test(match[1] ?? '') || /\b(?:INT|EXT)\b/i.test(text))
    return { form: null, faults: [] };
  const place = (match[1] ?? '').toUpperCase();
  const placeSettings = settingsOf(facts.scenes).get(place) ?? new Set<string>();
  const [setting] = placeSettings;
  const isKnown = placeSettings.size === 1 && setting !== 'both';
  const form = isKnown ? `${setting === 'int' ? 'INT' : 'EXT'}. ${text.toUpperCase()}` : null;
  // The writer's own kind of heading ("NELL'S VIEW - NIGHT") lacks nothing.
  return form === null ? { form, faults: [] } : { form, faults: ['neither INT. nor EXT.'] };
}

const settings = new WeakMap<ReadProject['scenes'], Map<string, Set<string>>>();

/** Return for each place the settings (INT, EXT) in its headings. */
function settingsOf(scenes: ReadProject['scenes']): Map<string, Set<string>> {
  const known = settings.get(scenes);
  if (known) return known;
  const found = new Map<string, Set<string>>();
  for (const { strip } of scenes) {
    if (strip.setting !== null)
      found.set(strip.place, (found.get(strip.place) ?? new Set()).add(strip.setting));
  }
  settings.set(scenes, found);
  return found;
}

/**
 * Return one edit between the common start and end of both texts, so that emphasis elsewhere stays.
 */
export function headingDifferences(
  before: string,
  after: string,
): { from: number; to: number; text: string }[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  return [{ from: head, to: before.length - tail, text: after.slice(head, after.length - tail) }];
}
