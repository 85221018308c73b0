import type { VoiceRecipe } from '#engines/sound/voices/recipe.ts';

/** Voice parameters of the engine. */
export interface EspeakVoice {
  /** Language code of the engine. */
  tongue: string;
  wordsPerMinute: number;
  pitchHertz: number;
  melodySemitones: number;
  openness: number;
  frontness: number;
  roughness: number;
}

/** Name of the variant file in the engine's file system. */
export const variantName = 'cold-open';

/**
 * Convert a recipe to engine parameters. The sound is later played faster by the factor `tract`
 * (`engines/sound/voices/timbre.ts`). That raises pitch and rate by the same factor, so both are
 * divided by it here.
 */
export function espeakVoice(recipe: VoiceRecipe, language: string | null): EspeakVoice {
  const { tongue, tract, pitchHertz, wordsPerMinute, ...others } = recipe;
  return {
    ...others,
    tongue: language === null ? tongue : (tongueOf[language] ?? language),
    pitchHertz: pitchHertz / tract,
    wordsPerMinute: wordsPerMinute / tract,
  };
}

/** Languages whose code in the engine differs from BCP 47. */
const tongueOf: Record<string, string> = { zh: 'cmn' };

/**
 * Semitones between the lowest and highest 10 % of tones when the range is as wide as the pitch.
 */
const semitonesOfSpan = 13.3;
/** Position of the mean tone within the range. */
const middleOfSpan = 0.68;

/**
 * Return the engine's voice file. Source: espeak-ng's documentation of voice files. bench/voices.ts
 * measures the effect of its numbers.
 */
export function variantFile({
  pitchHertz,
  melodySemitones,
  openness,
  frontness,
  roughness,
}: EspeakVoice): string {
  const span = (pitchHertz * melodySemitones) / semitonesOfSpan;
  const low = Math.round(pitchHertz - span * middleOfSpan);
  const percent = (share: number) => Math.round(share * 100);
  const formants = [1, openness, frontness, 1, 1, 1, 1, 1, 1];
  return [
    'language variant',
    `name ${variantName}`,
    `pitch ${low} ${Math.round(low + span)}`,
    // 0 to 7. Above 4 words become unintelligible.
    `roughness ${Math.round(roughness * 4)}`,
    'flutter 2',
    ...formants.map((scale, formant) => `formant ${formant} ${percent(scale)} 100 100`),
    '',
  ].join('\n');
}
