/** Abbreviations of scripts and letters, with their spoken form. */
const abbreviations: [pattern: RegExp, words: string][] = [
  [/\bINT\.?\s?\/\s?EXT\b\.?|\bI\/E\b\.?/g, 'Interior, exterior.'],
  [/\bEXT\.?\s?\/\s?INT\b\.?/g, 'Exterior, interior.'],
  [/\bINT\./g, 'Interior.'],
  [/\bEXT\./g, 'Exterior.'],
  [/\bV\.\s?O\.(?!\w)/g, 'voice over'],
  [/\bO\.\s?S\.(?!\w)/g, 'off screen'],
  [/\bO\.\s?C\.(?!\w)/g, 'off camera'],
  [/\bCONT['’]D\b/gi, 'continued'],
  [/\bb\.\s?g\.(?!\w)/gi, 'background'],
  [/\bf\.\s?g\.(?!\w)/gi, 'foreground'],
  [/\bMr\b\.?/gi, 'Mister'],
  [/\bMrs\b\.?/gi, 'Missus'],
  [/\bMs\b\.?(?= [A-Z])/g, 'Miz'],
  [/\bMessrs\b\.?/gi, 'Messers'],
  // Before a name, Dr. is a doctor and St. a saint; after one they are roads: "Dr. St. James lives
  // at 4 Rose St."
  [/\bDr\.?(?= +\p{Lu})/gu, 'Doctor'],
  [/(?<=\p{L} )Dr\b\.?/gu, 'Drive'],
  [/\bDr\./g, 'Doctor'],
  [/(?<=\d\S* (?:\p{Lu}[\p{L}’']+ )+)St\b\.?/gu, 'Street'],
  [/\bSt\.?(?= +\p{Lu})/gu, 'Saint'],
  [/\bSt\./g, 'Street'],
  [/\bAve\./gi, 'Avenue'],
  [/\bBlvd\b\.?/gi, 'Boulevard'],
  [/\bRd\./gi, 'Road'],
  [/\bMt\.?(?= \p{Lu})/gu, 'Mount'],
  [/\bFt\.?(?= \p{Lu})/gu, 'Fort'],
  [/\bProf\./gi, 'Professor'],
  [/\bCapt\./gi, 'Captain'],
  [/\bCpl\./gi, 'Corporal'],
  [/\bSgt\b\.?/gi, 'Sergeant'],
  [/\bLt\b\.?/gi, 'Lieutenant'],
  [/\bMaj\./g, 'Major'],
  [/\bCol\.(?= \p{Lu})/gu, 'Colonel'],
  [/\bGen\.(?= \p{Lu})/gu, 'General'],
  [/\bCmdr\b\.?/gi, 'Commander'],
  [/\bDet\.(?= \p{Lu})/gu, 'Detective'],
  [/\bInsp\./g, 'Inspector'],
  [/\bGov\./g, 'Governor'],
  [/\bSen\.(?= \p{Lu})/gu, 'Senator'],
  [/\bRep\.(?= \p{Lu})/gu, 'Representative'],
  [/\bRev\./g, 'Reverend'],
  [/\bHon\.(?= \p{Lu})/gu, 'Honorable'],
  [/\bJr\b\.?/g, 'Junior'],
  [/\bSr\b\.?/g, 'Senior'],
  [/\bvs?\.(?= )/gi, 'versus'],
  [/\betc\./gi, 'et cetera'],
  [/\be\.\s?g\.,?/gi, 'for example,'],
  [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\bapprox\./gi, 'approximately'],
  [/\bdept\./gi, 'department'],
  [/\best\./gi, 'established'],
  [/\bapt\./gi, 'apartment'],
  [/\bInc\./g, 'Incorporated'],
  [/\bCo\.(?= |$)/g, 'Company'],
  [/\bLtd\b\.?/g, 'Limited'],
  [/\bw\/o(?= )/g, 'without'],
  [/\bw\/(?= ?\w)/g, 'with '],
  [/\b(?:a\.k\.a\.|aka)(?= )/gi, 'also known as'],
  [/\bb\/c\b/g, 'because'],
];

const shortened = {
  Jan: 'January',
  Feb: 'February',
  Apr: 'April',
  Aug: 'August',
  Sept: 'September',
  Sep: 'September',
  Oct: 'October',
  Nov: 'November',
  Dec: 'December',
  Mon: 'Monday',
  Tue: 'Tuesday',
  Tues: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Thurs: 'Thursday',
  Fri: 'Friday',
};
const calendar = new RegExp(`\\b(${Object.keys(shortened).join('|')})\\.(?=[\\s,]|$)`, 'g');

const parts = /\b(Part|Act|Chapter|Book|Volume|War|Scene|Episode|Level|Phase|Mark)\s+([IVX]+)\b/gi;
const roman: Record<string, string> = Object.fromEntries(
  ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'XIII', 'XIV', 'XV'].map(
    (numeral, at) => [numeral, String(at + 1)],
  ),
);

/**
 * Expand the abbreviations of an English text. Roman numerals of parts, acts and wars become
 * digits.
 */
export function abbreviationsInFull(text: string): string {
  return abbreviations
    .reduce((read, [pattern, words]) => read.replace(pattern, words), text)
    .replace(calendar, (_, name: keyof typeof shortened) => shortened[name])
    .replace(parts, (match, part: string, numeral: string) =>
      roman[numeral] ? `${part} ${roman[numeral]}` : match,
    );
}
