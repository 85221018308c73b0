import type { Tone } from '../speech/phrases.ts';
import { clampRecipe, type VoiceRecipe } from './recipe.ts';

/** By the names of the API; each 0 to 1 (docs/spec/audio.md). */
export interface VoiceSteering {
  stability: number;
  similarity_boost: number;
  style: number;
  use_speaker_boost: boolean;
}

/** What a voice was tuned with, and sounds like where nothing is set. */
export const neutralSteering: VoiceSteering = {
  stability: 0.5,
  similarity_boost: 0.5,
  style: 0,
  use_speaker_boost: true,
};

/**
 * The voice as the four settings have it:
 * - stability: how even it speaks. 1 leaves two fifths of its melody, 0 gives it more than half as much again.
 * - style: how much it acts. It adds melody, and lets calls rise and what trails off sink further (`inTone`).
 * - similarity boost: how clear it is. More of it brings the voice forward and takes away breath and room, less the other way.
 * - speaker boost: without it the voice stands a step back.
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

/** How much a tone changes pitch and rate, without style and with all of it. */
const tones: Record<Tone, { pitch: [number, number]; rate: [number, number] }> = {
  plain: { pitch: [1, 1], rate: [1, 1] },
  question: { pitch: [1.02, 1.08], rate: [1, 1] },
  exclamation: { pitch: [1.05, 1.2], rate: [1.02, 1.08] },
  trailing: { pitch: [0.98, 0.92], rate: [0.94, 0.82] },
};

/** The voice as it says one phrase. */
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
