import { cardinal, eachDigit, ordinal, plural, year } from './numbers.ts';

/** A rule that reads figures. Rules apply in order, each to the result of the previous ones. */
type Rule = [pattern: RegExp, read: (match: string, ...parts: string[]) => string];

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monthPattern = `(${months.join('|')})`;
const plain = (digits: string) => digits.replaceAll(',', '');

/** Convert "1,234.50" to words, with decimals digit by digit. */
function decimal(text: string): string {
  const [whole = '', decimals] = plain(text).split('.');
  return decimals === undefined ? cardinal(whole) : `${cardinal(whole || '0')} point ${eachDigit(decimals)}`;
}

const currencies: Record<string, [one: string, many: string, cent: string]> = {
  $: ['dollar', 'dollars', 'cent'],
  '£': ['pound', 'pounds', 'penny'],
  '€': ['euro', 'euros', 'cent'],
};
const magnitudes: Record<string, string> = { k: 'thousand', m: 'million', b: 'billion', bn: 'billion' };

function money(sign: string, amount: string, magnitude: string | undefined): string {
  const [one, many, cent] = currencies[sign] ?? ['', '', ''];
  if (magnitude) return `${decimal(amount)} ${magnitudes[magnitude.toLowerCase()] ?? magnitude} ${many}`;
  const [whole = '', cents = ''] = plain(amount).split('.');
  const main = `${cardinal(whole)} ${whole === '1' ? one : many}`;
  const small = Number(cents.padEnd(2, '0').slice(0, 2));
  if (small === 0) return main;
  const change = `${cardinal(String(small))} ${small === 1 ? cent : cent === 'penny' ? 'pence' : `${cent}s`}`;
  return whole === '0' ? change : `${main} and ${change}`;
}

function clock(hours: string, minutes: string | undefined, half: string | undefined): string {
  const after = half ? ` ${half[0]?.toUpperCase()}.M.` : '';
  const hour = hours === '0' || hours === '00' ? 'zero' : cardinal(String(Number(hours)));
  if (!minutes || minutes === '00') return half ? `${hour}${after}` : hourOnly(hours, hour);
  const minute = minutes.startsWith('0') ? `oh ${cardinal(minutes.slice(1))}` : cardinal(minutes);
  return `${hour} ${minute}${after}`;
}

function hourOnly(hours: string, words: string): string {
  return Number(hours) >= 1 && Number(hours) <= 12 ? `${words} o'clock` : `${words} hundred`;
}

/** Read a numeric month and day. The day comes first if the other order is no valid date. */
function date(first: string, second: string, years: string | undefined): string {
  const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
  const name = months[Number(month) - 1];
  if (!name)
    return [first, second, years]
      .filter(Boolean)
      .map((part) => cardinal(part ?? ''))
      .join(' ');
  const spoken = `${name} ${ordinal(String(Number(day)))}`;
  return years ? `${spoken}, ${spokenYear(years)}` : spoken;
}

function spokenYear(digits: string): string {
  if (digits.length === 2)
    return digits.startsWith('0') ? `oh ${cardinal(digits.slice(1))}` : cardinal(digits);
  return /^(1[1-9]|20)\d\d$/.test(digits) ? year(digits) : cardinal(digits);
}

const fractions: Record<string, string> = {
  '1/2': 'a half',
  '1/3': 'a third',
  '2/3': 'two thirds',
  '1/4': 'a quarter',
  '3/4': 'three quarters',
};
const fractionSigns: Record<string, string> = { '½': '1/2', '⅓': '1/3', '⅔': '2/3', '¼': '1/4', '¾': '3/4' };

const units: Record<string, [one: string, many: string]> = {
  km: ['kilometer', 'kilometers'],
  cm: ['centimeter', 'centimeters'],
  mm: ['millimeter', 'millimeters'],
  m: ['meter', 'meters'],
  kg: ['kilogram', 'kilograms'],
  g: ['gram', 'grams'],
  ft: ['foot', 'feet'],
  in: ['inch', 'inches'],
  lb: ['pound', 'pounds'],
  lbs: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  mph: ['mile an hour', 'miles an hour'],
  'km/h': ['kilometer an hour', 'kilometers an hour'],
  min: ['minute', 'minutes'],
  mins: ['minute', 'minutes'],
  sec: ['second', 'seconds'],
  secs: ['second', 'seconds'],
  hr: ['hour', 'hours'],
  hrs: ['hour', 'hours'],
};

const rules: Rule[] = [
  [
    /(\d?)\s?([½⅓⅔¼¾])/g,
    (_, whole = '', sign = '') =>
      `${whole && `${cardinal(whole)} and `}${fractions[fractionSigns[sign] ?? '']}`,
  ],
  [
    /([$£€])\s?(\d[\d,]*(?:\.\d+)?)(?:\s?(million|billion|trillion|thousand|[kKmM]|[bB]n?)\b)?/g,
    (_, sign = '', amount = '', magnitude) => money(sign, amount, magnitude),
  ],
  [/\b(\d{4})-(\d\d)-(\d\d)\b/g, (_, years = '', month = '', day = '') => date(month, day, years)],
  [
    /\b(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)\b/g,
    (_, first = '', second = '', years) => date(first, second, years),
  ],
  [
    new RegExp(`\\b${monthPattern} (\\d{1,2})(?:st|nd|rd|th)?\\b(?:(,?) (\\d{4})\\b)?`, 'g'),
    (_, month = '', day = '', _comma, years) =>
      `${month} ${ordinal(day)}${years ? `, ${spokenYear(years)}` : ''}`,
  ],
  [
    new RegExp(`(?:\\bthe )?\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthPattern}\\b`, 'g'),
    (_, day = '', month = '') => `the ${ordinal(day)} of ${month}`,
  ],
  [
    /\b(\d{1,2})(?::(\d\d))?\s?([ap])\.?m\b\.?/gi,
    (_, hours = '', minutes, half) => clock(hours, minutes, half),
  ],
  [/\b([01]?\d|2[0-3]):([0-5]\d)\b/g, (_, hours = '', minutes) => clock(hours, minutes, undefined)],
  [
    /\b([01]\d|2[0-4])00 hours\b/g,
    (_, hours = '') =>
      `${hours.startsWith('0') ? `oh ${cardinal(hours.slice(1))}` : cardinal(hours)} hundred hours`,
  ],
  [/\b(\d{3})-(\d{4})\b/g, (_, first = '', second = '') => `${eachDigit(first)}, ${eachDigit(second)}`],
  [/\b(911|999|411)\b/g, (_, digits = '') => eachDigit(digits)],
  [/\b(1[1-9]|20)(\d)0['’]?s\b/g, (_, century = '', decade = '') => plural(year(`${century}${decade}0`))],
  [/['’]?\b([2-9])0['’]?s\b/g, (_, decade = '') => plural(cardinal(`${decade}0`))],
  [/\b(\d+)(?:st|nd|rd|th)\b/g, (_, digits = '') => ordinal(digits)],
  [
    /\b(\d)['’]\s?(\d{1,2})(?:["”]|'')/g,
    (_, feet = '', inches = '') => `${cardinal(feet)} foot ${cardinal(inches)}`,
  ],
  [/\b([1-3])\/([2-4])\b/g, (match) => fractions[match] ?? match.replace('/', ' over ')],
  [/(?<=\d)\s?%/g, () => ' percent'],
  [
    /(?<=\d)\s?°\s?([CF])?\b|(?<=\d)\s?°/g,
    (_, scale) => ` degrees${scale === 'C' ? ' Celsius' : scale === 'F' ? ' Fahrenheit' : ''}`,
  ],
  [
    /\b(\d[\d,]*(?:\.\d+)?)\s?(km\/h|km|cm|mm|kg|ft|lbs|lb|oz|mph|mins|min|secs|sec|hrs|hr|[mg])\b/g,
    (_, amount = '', unit = '') =>
      `${decimal(amount)} ${(units[unit] ?? [unit, unit])[amount === '1' ? 0 : 1]}`,
  ],
  [/\b(?:No\.|Nos\.|#)\s?(?=\d)|#(?=\d)/g, () => 'number '],
  [/(?<![\d.,])(\d+)\s?[-–]\s?(\d+)(?![\d-])/g, (_, from = '', to = '') => `${bare(from)} to ${bare(to)}`],
  [/(?<![\w.])[-−](?=\d)/g, () => 'minus '],
  [/(?<![\d.,])(1[1-9]\d\d|20\d\d)(?![\d,]*\d|\.\d)/g, (_, digits = '') => year(digits)],
  [/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+/g, (match) => ` ${decimal(match)} `],
];

function bare(digits: string): string {
  return /^(1[1-9]|20)\d\d$/.test(digits) ? year(digits) : cardinal(digits);
}

/** Convert all figures of an English text to words. */
export function figuresInWords(text: string): string {
  if (!/[\d½⅓⅔¼¾]/.test(text)) return text;
  return rules
    .reduce((read, [pattern, words]) => read.replace(pattern, words), text)
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[.,;:!?)])/g, '');
}
