import type { VoiceRecipe } from '#sound/voices/recipe.ts';

/** What the engine is told of a voice. */
export interface EspeakVoice {
  /** A language by its own name. */
  tongue: string;
  wordsPerMinute: number;
  pitchHertz: number;
  melodySemitones: number;
  openness: number;
  frontness: number;
  roughness: number;
}

/** Under this name the engine finds the file of the voice that speaks. */
export const variantName = 'cold-open';

/**
 * What the engine has to speak so that the voice comes out as the recipe has it: its sound is then played faster by the tract
 * (`sound/voices/timbre.ts`), which raises the pitch and the rate by as much.
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

/** Where the engine's name of a language is not that of BCP 47. */
const tongueOf: Record<string, string> = { zh: 'cmn' };

/** Between its 10 % lowest and highest tones the engine has so many semitones where a voice's span is as wide as its pitch. */
const semitonesOfSpan = 13.3;
/** Where in the span the middle of what it speaks lies. */
const middleOfSpan = 0.68;

/** A voice in the engine's own words. Source: espeak-ng's documentation of voice files; what its numbers come to is measured by bench/voices.ts. */
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
    // 0 to 7; above 4 words are lost.
    `roughness ${Math.round(roughness * 4)}`,
    'flutter 2',
    ...formants.map((scale, formant) => `formant ${formant} ${percent(scale)} 100 100`),
    '',
  ].join('\n');
}
