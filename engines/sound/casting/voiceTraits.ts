/** The fields of a voice library entry that casting reads. */
export interface CastableVoice {
  voice_id: string;
  name: string;
  description?: string | undefined;
  labels?: Record<string, string> | undefined;
  fine_tuning?: { language?: string | undefined } | undefined;
}

export type AgeGroup = 'young' | 'middle_aged' | 'old';

/** Traits of a voice as its maker describes them; null if not stated. */
export interface VoiceTraits {
  gender: 'female' | 'male' | null;
  age: AgeGroup | null;
  /** In lower case: "scottish". */
  accent: string | null;
  /** Language code, such as "en". */
  language: string | null;
  /** Words for its sound, in lower case. */
  words: ReadonlySet<string>;
}

export function traitsOf({ labels = {}, description = '', fine_tuning }: CastableVoice): VoiceTraits {
  const label = (name: string) => labels[name]?.trim().toLowerCase();
  const gender = label('gender');
  const language = fine_tuning?.language ?? label('language');
  const text = [
    description,
    ...Object.entries(labels).flatMap(([name, value]) => (isSound(name) ? value : [])),
  ];
  return {
    gender: gender === 'female' || gender === 'male' ? gender : null,
    age: ageGroupIn(label('age') ?? ''),
    accent: label('accent') || null,
    language: language?.slice(0, 2).toLowerCase() || null,
    words: new Set(meaningfulWords(text.join(' '))),
  };
}

const notSound = new Set(['gender', 'age', 'accent', 'language']);
const isSound = (label: string) => !notSound.has(label);

/** Return the words of a text in lower case, without meaningless ones. */
export function meaningfulWords(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => !empty.has(word));
}

const empty = new Set(
  `the and for with from that this not but has have her his she him who was are voice voices sound sounds speaks very one
   its into out all any can man woman male female good use great`.split(/\s+/),
);

/** Parse an age label: "middle_aged", "middle aged" and "middle-aged" are equal. */
function ageGroupIn(label: string): AgeGroup | null {
  if (/^middle/.test(label)) return 'middle_aged';
  return label === 'young' || label === 'old' ? label : null;
}

/**
 * Return how similar two voices are by their traits: 1 for the same voice, 0 for different genders.
 * Unknown traits count half.
 */
export function voiceSimilarity(a: VoiceTraits, b: VoiceTraits): number {
  if (a === b) return 1;
  if (a.gender !== null && b.gender !== null && a.gender !== b.gender) return 0;
  const shared = [...a.words].filter((word) => b.words.has(word)).length;
  const words = Math.min(1, shared / Math.max(1, Math.min(a.words.size, b.words.size)));
  return 0.25 + 0.3 * same(a.age, b.age) + 0.25 * same(a.accent, b.accent) + 0.15 * words;
}

function same(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0.5;
  return a === b ? 1 : 0;
}
