/** English words for numbers, as read aloud. */
const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const thousands = ['', ' thousand', ' million', ' billion', ' trillion'];

/**
 * Convert digits to words: "1204" to "one thousand two hundred and four". Numbers above trillions,
 * or with a leading 0, are read digit by digit.
 */
export function cardinal(digits: string): string {
  if (digits.length > 15 || (digits.length > 1 && digits.startsWith('0'))) return eachDigit(digits);
  const value = Number(digits);
  if (value === 0) return 'zero';
  const groups: string[] = [];
  for (let rest = value, group = 0; rest > 0; rest = Math.floor(rest / 1000), group++) {
    const part = rest % 1000;
    if (part > 0) groups.unshift(belowThousand(part) + (thousands[group] ?? ''));
  }
  const last = value % 1000;
  // "one thousand and four", as "one hundred and four".
  if (groups.length > 1 && last > 0 && last < 100) groups.splice(-1, 0, 'and');
  return groups.join(' ');
}

/** Read digit by digit: "0123" as "zero one two three". */
export function eachDigit(digits: string): string {
  return [...digits].map((digit) => small[Number(digit)] ?? digit).join(' ');
}

/** Convert to an ordinal: "22" to "twenty-second". */
export function ordinal(digits: string): string {
  const words = cardinal(digits);
  const last = /[a-z]+$/.exec(words)?.[0] ?? '';
  return words.slice(0, words.length - last.length) + ordinalWord(last);
}

const irregular: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function ordinalWord(word: string): string {
  return irregular[word] ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`);
}

/**
 * Read the four digits of a year: "1999" as "nineteen ninety-nine", "1900" as "nineteen hundred",
 * "2007" as "two thousand and seven".
 */
export function year(digits: string): string {
  const [century, rest] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (century % 10 === 0 && rest < 10) return cardinal(digits);
  if (rest === 0) return `${belowHundred(century)} hundred`;
  return `${belowHundred(century)} ${rest < 10 ? `oh ${small[rest]}` : belowHundred(rest)}`;
}

/** Return the plural: "fifty" to "fifties". */
export function plural(words: string): string {
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
}

function belowThousand(value: number): string {
  const rest = value % 100;
  if (value < 100) return belowHundred(value);
  return `${small[Math.floor(value / 100)]} hundred${rest > 0 ? ` and ${belowHundred(rest)}` : ''}`;
}

function belowHundred(value: number): string {
  if (value < 20) return small[value] ?? '';
  const rest = value % 10;
  return `${tens[Math.floor(value / 10)]}${rest > 0 ? `-${small[rest]}` : ''}`;
}
