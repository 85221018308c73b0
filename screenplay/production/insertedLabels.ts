import type { InsertionScheme } from './insertionSchemes.ts';

interface InsertionRules {
  scheme?: InsertionScheme | undefined;
  /** Leave out the letters I and O, which look like digits. */
  skipsIAndO?: boolean | undefined;
}

/**
 * Generate labels for what is between two issued ones: 5A after 5, A5A between 5 and 5A, 5A1 after
 * 5A. With prefixes A6 before 6. No label is among the issued ones, which are in capitals.
 */
export function* insertedLabels(
  before: string | undefined,
  after: string | undefined,
  issued: ReadonlySet<string>,
  { scheme = 'suffix', skipsIAndO = false }: InsertionRules = {},
): Generator<string, never> {
  const isPrefixed =
    after !== undefined && (before === undefined || scheme === 'prefix' || isInSeriesOf(before, after));
  const hasDigits = !isPrefixed && before !== undefined && /[A-Z]$/i.test(before);
  for (const part of hasDigits ? wholeNumbers() : letterSeries(skipsIAndO)) {
    const label = isPrefixed ? `${part}${after}` : `${before ?? ''}${part}`;
    if (!issued.has(label.toUpperCase())) yield label;
  }
  throw new Error('insertedLabels: the series of labels ended');
}

/** Return whether a label is one of those that follow another one: 12A or A12A after 12. */
function isInSeriesOf(label: string, following: string): boolean {
  const base = following.replace(/^[A-Z]+(?=\d)/i, '');
  const rest = base.startsWith(label) ? base.slice(label.length) : '';
  return /\d$/.test(label) ? /^[A-Z]/i.test(rest) : rest !== '';
}

/** Generate A, B … Z, AA, BB … ZZ, AAA …: the letters that productions add to numbers. */
function* letterSeries(skipsIAndO: boolean): Generator<string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !(skipsIAndO && /[IO]/.test(letter)));
  for (let length = 1; ; length++) for (const letter of letters) yield letter.repeat(length);
}

function* wholeNumbers(): Generator<string> {
  for (let number = 1; ; number++) yield `${number}`;
}
