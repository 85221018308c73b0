import { applyFades } from '#engines/sound/dsp/fade.ts';
import { atLevel, levelFor } from '#engines/sound/dsp/normalise.ts';
import { trimSilence } from '#engines/sound/dsp/trim.ts';
import type { Sound } from '#engines/sound/sound.ts';
import { spokenOf, type Utterance } from '#engines/sound/speech/spoken.ts';
import { espeakLanguages } from '#engines/sound/voices/espeakLanguages.ts';
import type { VoiceRecipe } from '#engines/sound/voices/recipe.ts';
import { applyTimbre } from '#engines/sound/voices/timbre.ts';
import { applyVoiceSettings, inTone, type VoiceSteering } from '#engines/sound/voices/voiceSettings.ts';
import { type Espeak, espeakSampleRate } from './espeak.ts';
import { espeakVoice } from './variant.ts';

/** The sound of a text: phrases in order, each beginning and ending in silence. */
export type SpokenSound = { type: 'phrases'; phrases: Sound[] } | { type: 'nothing' } | { type: 'stopped' };

/** Fades prevent clicks. The engine cuts off its last sound, so the fade-out is longer. */
const fadeInSeconds = 0.004;
const fadeOutSeconds = 0.03;
/** Silence at both ends of a file. */
const edgeSeconds = 0.05;

/**
 * Speak a text phrase by phrase at the common file level. All phrases are in memory: two bytes of
 * text become about 6 kB of sound. `isStopped` is checked between phrases.
 */
export function speakPhrases(
  espeak: Espeak,
  text: string,
  recipe: VoiceRecipe,
  steering: Partial<VoiceSteering>,
  isStopped: () => boolean = () => false,
): SpokenSound {
  const speech = spokenOf(text, espeakLanguages[recipe.tongue]);
  if (speech.type === 'nothing') return speech;
  const voice = applyVoiceSettings(recipe, steering);
  const phrases: Sound[] = [];
  for (const utterance of speech.utterances) {
    if (isStopped()) return { type: 'stopped' };
    const phrase = speakPhrase(espeak, utterance, inTone(voice, utterance.tone, steering.style));
    if (phrase.samples.length > 0) phrases.push(phrase, silence(utterance.pauseSeconds));
  }
  if (phrases.length === 0) return { type: 'nothing' };
  const edge = silence(edgeSeconds);
  return { type: 'phrases', phrases: atOneLevel([edge, ...phrases, edge]) };
}

function speakPhrase(espeak: Espeak, { text, language }: Utterance, voice: VoiceRecipe): Sound {
  const samples = espeak.say(text, espeakVoice(voice, language));
  const sound = applyTimbre({ samples, sampleRate: espeakSampleRate }, voice);
  return applyFades(trimSilence(sound), fadeInSeconds, fadeOutSeconds);
}

/** Set the level in place, so that a long text is in memory only once. */
function atOneLevel(phrases: Sound[]): Sound[] {
  const level = levelFor(phrases);
  for (const [at, phrase] of phrases.entries()) phrases[at] = atLevel(phrase, level);
  return phrases;
}

function silence(seconds: number): Sound {
  return { samples: new Float32Array(Math.round(seconds * espeakSampleRate)), sampleRate: espeakSampleRate };
}
