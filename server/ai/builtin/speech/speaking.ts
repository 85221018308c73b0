import { applyFades } from '#sound/dsp/fade.ts';
import { atLevel, levelFor } from '#sound/dsp/normalise.ts';
import { trimSilence } from '#sound/dsp/trim.ts';
import type { Sound } from '#sound/sound.ts';
import { spokenOf, type Utterance } from '#sound/speech/spoken.ts';
import { espeakLanguages } from '#sound/voices/espeakLanguages.ts';
import type { VoiceRecipe } from '#sound/voices/recipe.ts';
import { applyTimbre } from '#sound/voices/timbre.ts';
import { applyVoiceSettings, inTone, type VoiceSteering } from '#sound/voices/voiceSettings.ts';
import { type Espeak, espeakSampleRate } from './espeak.ts';
import { espeakVoice } from './variant.ts';

/** What a text sounds like: phrases in order, each from silence to silence. */
export type SpokenSound = { type: 'phrases'; phrases: Sound[] } | { type: 'nothing' } | { type: 'stopped' };

/** A phrase is eased in and out of silence, so that nothing clicks; the engine ends its last sound as if it were cut. */
const fadeInSeconds = 0.004;
const fadeOutSeconds = 0.03;
/** What is heard of nothing at both ends of a file. */
const edgeSeconds = 0.05;

/**
 * Speaks a text phrase by phrase, at the level of every file. Only what was spoken is held: two bytes of text are some
 * six kilobytes of sound. `isStopped` is asked between phrases.
 */
export function speakPhrases(
  espeak: Espeak,
  text: string,
  recipe: VoiceRecipe,
  steering: Partial<VoiceSteering>,
  isStopped: () => boolean = () => false,
): SpokenSound {
  const spoken = spokenOf(text, espeakLanguages[recipe.tongue]);
  if (spoken.type === 'nothing') return spoken;
  const voice = applyVoiceSettings(recipe, steering);
  const phrases: Sound[] = [];
  for (const utterance of spoken.utterances) {
    if (isStopped()) return { type: 'stopped' };
    const phrase = spokenPhrase(espeak, utterance, inTone(voice, utterance.tone, steering.style));
    if (phrase.samples.length > 0) phrases.push(phrase, silence(utterance.pauseSeconds));
  }
  if (phrases.length === 0) return { type: 'nothing' };
  const edge = silence(edgeSeconds);
  return { type: 'phrases', phrases: atOneLevel([edge, ...phrases, edge]) };
}

function spokenPhrase(espeak: Espeak, { text, language }: Utterance, voice: VoiceRecipe): Sound {
  const samples = espeak.say(text, espeakVoice(voice, language));
  const sound = applyTimbre({ samples, sampleRate: espeakSampleRate }, voice);
  return applyFades(trimSilence(sound), fadeInSeconds, fadeOutSeconds);
}

/** Each is put in place of what it was, so that a long text is held once. */
function atOneLevel(phrases: Sound[]): Sound[] {
  const level = levelFor(phrases);
  for (const [at, phrase] of phrases.entries()) phrases[at] = atLevel(phrase, level);
  return phrases;
}

function silence(seconds: number): Sound {
  return { samples: new Float32Array(Math.round(seconds * espeakSampleRate)), sampleRate: espeakSampleRate };
}
