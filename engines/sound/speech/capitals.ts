/** Initials that are always read letter by letter. */
const initials = new Set(
  `FBI CIA NSA DEA ATF KGB MI DNA RNA CEO CFO CTO COO TV DJ MC VIP USA UK EU UN USSR UFO ATM GPS PC USB CCTV BBC CNN NBC
  CBS ABC HBO MTV NYPD LAPD CSI PI POV VFX SFX FX ID IOU RIP DIY FAQ HIV IRS DUI DMV PTSD OCD ADHD ICU ER EMT CPR MRI IV
  EKG ECG GPA MBA PHD MIT UCLA NYU USC LSD DVD CD VHS LED LCD IQ RV SUV BMW VW MVP NFL NBA NHL MLB UFC WWE POW MIA KIA
  RPG SOS ETA BFF OMG LOL WTF BYOB PS AI VR PM AM BC AD EV HQ QA HR PR JFK LAX NYC DC RAF IRA SS SUV UV XO TNT`.split(
    /\s+/,
  ),
);
/** Initials only in a text with lower-case letters; in an all-capitals text they are words. */
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
 * Convert words in capitals to lower case: shouting is not spelling. Known initials and
 * unpronounceable words get full stops, so that they are read letter by letter.
 */
export function capitalsAsWords(text: string): string {
  // A text without lower-case letters is a heading or shouting, in which US is the word "us".
  const isAllCapitals = !/\p{Ll}/u.test(text.replace(capitalWord, ''));
  return (
    text
      .replace(capitalWord, (_, word: string, ending = '') =>
        isInitials(word, isAllCapitals) ? `${[...word].join('.')}.${ending}` : word.toLowerCase() + ending,
      )
      // The full stop of a sentence is also that of its last letter.
      .replace(/(?<=\.\p{Lu})\.\.(?!\.)/gu, '.')
      .replace(/\b\p{Lu}[\p{Lu}'’-]+\b/gu, (word) => (/[A-Z]\.[A-Z]/.test(word) ? word : word.toLowerCase()))
  );
}

function isInitials(word: string, isAllCapitals: boolean): boolean {
  if (initialsAmongSmall.has(word)) return !isAllCapitals;
  if (initials.has(word)) return true;
  return word.length <= 5 && /^[BCDFGHJKLMNPQRSTVWXZ]+$/.test(word) && !isNoise(word);
}

/** Sounds without vowels, with a readable form. Otherwise the engine would spell them. */
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

/** Convert vocal sounds in an English text to words. */
export function noisesAsWords(text: string): string {
  return noises.reduce((read, [pattern, words]) => read.replace(pattern, words), text);
}
