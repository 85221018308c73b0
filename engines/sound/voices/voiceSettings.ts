import type { Tone } from '../speech/phrases.ts';
import { clampRecipe, type VoiceRecipe } from './recipe.ts';

/** Voice settings with the names of the API; each 0 to 1 (docs/spec/audio.md). */
export interface VoiceSteering {
  stability: number;
  similarity_boost: number;
  style: number;
  use_speaker_boost: boolean;
}

/** Default settings, for which the voices were tuned. */
export const neutralSteering: VoiceSteering = {
  stability: 0.5,
  similarity_boost: 0.5,
  style: 0,
  use_speaker_boost: true,
};

/**
 * Apply the four settings to a recipe:
 * - stability: evenness. 1 leaves 40 % of the melody, 0 gives 160 %.
 * - style: acting. It adds melody, and strengthens the rise and fall of tones (`inTone`).
 * - similarity boost: clearness. More of it brings the voice forward and removes breath and room.
 * - speaker boost: without it, the voice sounds further away.
 */
export function applyVoiceSettings(recipe: VoiceRecipe, steering: Partial<VoiceSteering>): VoiceRecipe {
  const { stability, similarity_boost, style, use_speaker_boost } = { ...neutralSteering, ...steering };
  const veil = 1.5 - similarity_boost;
  return clampRecipe({
    ...recipe,
    melodySemitones: recipe.melodySemitones * (1.6 - 1.2 * stability) * (1 + 0.5 * style),
    presenceDecibels: recipe.presenceDecibels + 6 * (similarity_boost - 0.5) - (use_speaker_boost ? 0 : 2),
    warmthDecibels: recipe.warmthDecibels + (use_speaker_boost ? 0 : 1),
    breath: recipe.breath * veil,
    room: recipe.room * veil,
  });
}

/** Factors of pitch and rate for each tone: without style and with full style. */
const tones: Record<Tone, { pitch: [number, number]; rate: [number, number] }> = {
  plain: { pitch: [1, 1], rate: [1, 1] },
  question: { pitch: [1.02, 1.08], rate: [1, 1] },
  exclamation: { pitch: [1.05, 1.2], rate: [1.02, 1.08] },
  trailing: { pitch: [0.98, 0.92], rate: [0.94, 0.82] },
};

/** Return the recipe for one phrase in this tone. */
export function inTone(recipe: VoiceRecipe, tone: Tone, style = 0): VoiceRecipe {
  const { pitch, rate } = tones[tone];
  return clampRecipe({
    ...recipe,
    pitchHertz: recipe.pitchHertz * between(pitch, style),
    wordsPerMinute: recipe.wordsPerMinute * between(rate, style),
  });
}

function between([from, to]: [number, number], share: number): number {
  return from + (to - from) * share;
}
