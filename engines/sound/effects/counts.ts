const numbers: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  single: 1,
  two: 2,
  both: 2,
  pair: 2,
  couple: 2,
  three: 3,
  few: 3,
  four: 4,
  several: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
};
const number = String.raw`(?:\d{1,2}|one|single|two|both|pair of|couple of|three|few|four|several|five|six|seven|eight|nine|ten|eleven|twelve|dozen)`;

/**
 * A number before the sound, with up to two adjectives in between. Numbers of people do not count:
 * two men take many steps.
 */
const before = new RegExp(
  String.raw`(?<![\p{L}\d])(${number})\s+(?:(?!(?:men|man|women|people|persons?|figures?|characters?|officers?|soldiers?|boys?|girls?|kids|children|guys|friends|seconds?|minutes?|hours?|times|o'clock|of them)\b)[\p{L}-]+\s+){0,2}$`,
  'iu',
);
/**
 * A number after the sound, with words in between: "knocks on the door three times", "rings twice".
 */
const after = new RegExp(
  String.raw`^[^.;!?]*?(?<![\p{L}\d])(?:(${number})\s+times|(once|twice|thrice))(?!\p{L})`,
  'iu',
);
const timesWords: Record<string, number> = { once: 1, twice: 2, thrice: 3 };

/** Return the stated number of the sound between these offsets, or null. */
export function countAround(text: string, start: number, end: number): number | null {
  const [, behind, word] = after.exec(text.slice(end)) ?? [];
  if (word) return timesWords[word.toLowerCase()] ?? null;
  const words = behind ?? before.exec(text.slice(0, start))?.[1];
  return words === undefined ? null : numberOfWords(words);
}

const durationPattern = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(\d{1,2}(?:\.\d)?)|(${number}|a|an))[\s-]+(second|minute)s?(?!\p{L})`,
  'iu',
);

/** Return the stated duration, or null: "for three seconds", "a ten-second ring". */
export function statedSeconds(text: string): number | null {
  const [, digits, word, unit] = durationPattern.exec(text) ?? [];
  if (!unit) return null;
  const value = digits ? Number(digits) : numberOfWords(word ?? '');
  return value * (unit.toLowerCase() === 'minute' ? 60 : 1);
}

function numberOfWords(words: string): number {
  const word = words.toLowerCase().replace(/ of$/, '');
  return numbers[word] ?? Number(word);
}
