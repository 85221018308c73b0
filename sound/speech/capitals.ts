/** What is read letter by letter wherever it stands. */
const initials = new Set(
  `FBI CIA NSA DEA ATF KGB MI DNA RNA CEO CFO CTO COO TV DJ MC VIP USA UK EU UN USSR UFO ATM GPS PC USB CCTV BBC CNN NBC
  CBS ABC HBO MTV NYPD LAPD CSI PI POV VFX SFX FX ID IOU RIP DIY FAQ HIV IRS DUI DMV PTSD OCD ADHD ICU ER EMT CPR MRI IV
  EKG ECG GPA MBA PHD MIT UCLA NYU USC LSD DVD CD VHS LED LCD IQ RV SUV BMW VW MVP NFL NBA NHL MLB UFC WWE POW MIA KIA
  RPG SOS ETA BFF OMG LOL WTF BYOB PS AI VR PM AM BC AD EV HQ QA HR PR JFK LAX NYC DC RAF IRA SS SUV UV XO TNT`.split(
    /\s+/,
  ),
);
/** Letters in a text that is otherwise in small ones; among other capitals they are words. */
const initialsAmongSmall = new Set([
  'US',
  'AM',
  'AD',
  'PI',
  'ER',
  'MIA',
  'IV',
  'ID',
  'PS',
  'MI',
  'KIA',
  'AI',
  'MC',
]);

const capitalWord = /(?<![\p{L}\d])(\p{Lu}{2,})(['’]?s)?(?![\p{L}\d])/gu;

/**
 * Words in capitals as words: shouting is not spelling. What is known as initials, and what no mouth can say, gets full
 * stops, by which it is read in letters.
 */
export function capitalsAsWords(text: string): string {
  // Without small letters it is a heading or somebody who shouts, where US is us.
  const isAllCapitals = !/\p{Ll}/u.test(text.replace(capitalWord, ''));
  return (
    text
      .replace(capitalWord, (_, word: string, ending = '') =>
        isInitials(word, isAllCapitals) ? `${[...word].join('.')}.${ending}` : word.toLowerCase() + ending,
      )
      // The full stop of a sentence is that of its last letter.
      .replace(/(?<=\.\p{Lu})\.\.(?!\.)/gu, '.')
      .replace(/\b\p{Lu}[\p{Lu}'’-]+\b/gu, (word) => (/[A-Z]\.[A-Z]/.test(word) ? word : word.toLowerCase()))
  );
}

function isInitials(word: string, isAllCapitals: boolean): boolean {
  if (initialsAmongSmall.has(word)) return !isAllCapitals;
  if (initials.has(word)) return true;
  return word.length <= 5 && /^[BCDFGHJKLMNPQRSTVWXZ]+$/.test(word) && !isNoise(word);
}

/** What people utter without words, and what it is read as: without vowels it would be spelled. */
const noises: [pattern: RegExp, words: string][] = [
  [/\bs+h{2,}\b|\bsh+\b/gi, 'shush'],
  [/\bh+m+\b|\bm{2,}\b/gi, 'hmm'],
  [/\bp+s+t+\b/gi, 'psst'],
  [/\bb+r{2,}\b/gi, 'burr'],
  [/\bg+r{2,}\b/gi, 'gurr'],
  [/\bp+f+t*\b/gi, 'puff'],
  [/\bt+s+k+\b/gi, 'tisk'],
  [/\bz{2,}\b/gi, 'zuzz'],
];

function isNoise(word: string): boolean {
  return noises.some(([pattern]) => word.replace(pattern, '') === '');
}

/** English text whose noises can be said. */
export function noisesAsWords(text: string): string {
  return noises.reduce((read, [pattern, words]) => read.replace(pattern, words), text);
}
