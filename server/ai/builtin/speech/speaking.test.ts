import { beforeAll, describe, expect, it } from 'vitest';
import { decibelsOf } from '#engines/sound/dsp/level.ts';
import { loudnessOf } from '#engines/sound/dsp/loudness.ts';
import { fileLoudness, fileTruePeak } from '#engines/sound/dsp/normalise.ts';
import { truePeakOf } from '#engines/sound/dsp/truePeak.ts';
import type { Sound } from '#engines/sound/sound.ts';
import { maxPauseSeconds } from '#engines/sound/speech/spoken.ts';
import { scriptLanguages } from '#engines/sound/speech/writingSystems.ts';
import { joinSounds } from '#engines/sound/testing.ts';
import { recipeOfVoice } from '#engines/sound/voices/catalogue.ts';
import { type EspeakLanguage, espeakLanguages } from '#engines/sound/voices/espeakLanguages.ts';
import {
  measuredText,
  measureVoice,
  minVoiceDistance,
  type VoiceMeasures,
  voiceDistance,
} from '#engines/sound/voices/measures.ts';
import { type Espeak, EspeakMissing, isEspeakInstalled, openEspeak } from './espeak.ts';
import { speakPhrases } from './speaking.ts';
import { espeakVoice } from './variant.ts';

it('openEspeak throws EspeakMissing when the engine is not installed', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  await expect(openEspeak(() => Promise.reject(missing))).rejects.toThrow(EspeakMissing);
});

describe.skipIf(!isEspeakInstalled())('speakPhrases', () => {
  let espeak: Espeak;
  beforeAll(async () => {
    espeak = await openEspeak();
  });
  const recipe = (name: string) => {
    const known = recipeOfVoice(`builtin-${name}`);
    if (!known) throw new Error(`There is no ${name}`);
    return known;
  };
  const spoken = (text: string, name = 'walter', settings = {}): Sound => {
    const answer = speakPhrases(espeak, text, recipe(name), settings);
    if (answer.type !== 'phrases') throw new Error(`It said ${answer.type}`);
    const [first, ...others] = answer.phrases;
    return joinSounds(first as Sound, ...others);
  };
  const maxSilence = ({ samples, sampleRate }: Sound) => {
    let [longest, silent] = [0, 0];
    for (const sample of samples) {
      silent = Math.abs(sample) < 0.001 ? silent + 1 : 0;
      longest = Math.max(longest, silent);
    }
    return longest / sampleRate;
  };

  it('supports every language of voices and writing systems', () => {
    const voice = recipe('walter');
    for (const tongue of Object.keys(espeakLanguages) as EspeakLanguage[])
      expect(espeak.say('1', espeakVoice({ ...voice, tongue }, null)).length, tongue).toBeGreaterThan(2000);
    for (const language of scriptLanguages)
      expect(espeak.say('1', espeakVoice(voice, language)).length, language).toBeGreaterThan(2000);
    expect(() => espeak.say('Hello', { ...espeakVoice(voice, null), tongue: 'en-gb' })).toThrow('en-gb');
  });

  it('returns the same sound whatever was spoken before', () => {
    const first = spoken('Hold on. I know that boat.', 'isla');
    spoken('Guten Abend.', 'konrad');
    spoken('The rain on the car deck kept time with the engines.', 'walter');
    expect(spoken('Hold on. I know that boat.', 'isla')).toEqual(first);
  });

  it.each(['poppy', 'boone', 'velma', 'chiara'])(
    'returns %s at the file loudness, below the peak limit, with silence at both ends',
    (name) => {
      for (const text of ['No!', 'Nobody spoke for a long while. Then we saw the harbour lights.']) {
        const sound = spoken(text, name);
        expect(Math.abs(loudnessOf(sound) - fileLoudness)).toBeLessThan(0.5);
        expect(decibelsOf(truePeakOf(sound))).toBeLessThan(fileTruePeak);
        const ends = [...sound.samples.slice(0, 200), ...sound.samples.slice(-200)];
        expect(Math.max(...ends.map(Math.abs))).toBe(0);
      }
    },
  );

  it('limits pauses and does not speak text in brackets', () => {
    const sound = spoken('Stop. [beat] [a very long pause] [beat] (beat) Go -- now… please.');
    expect(maxSilence(sound)).toBeLessThan(maxPauseSeconds + 0.15);
    expect(maxSilence(sound)).toBeGreaterThan(maxPauseSeconds - 0.15);
    expect(maxSilence(spoken('No [he opens the door and goes out into the rain] way.'))).toBeLessThan(1);
  });

  it('has the pitch of the voice, and similar voices differ by more than the minimum', () => {
    const measured = (name: string): VoiceMeasures => {
      const measures = measureVoice(spoken(measuredText, name));
      if (!measures) throw new Error(`${name} has no voice`);
      return measures;
    };
    // Two of the closest pairs of docs/voices.md.
    for (const [one, other] of [
      ['walter', 'winston'],
      ['rita', 'imogen'],
    ] as const) {
      const pair = [measured(one), measured(other)] as const;
      expect(voiceDistance(...pair), `${one} and ${other}`).toBeGreaterThan(minVoiceDistance);
      for (const [at, name] of [one, other].entries()) {
        const semitones = 12 * Math.log2((pair[at]?.pitchHertz ?? 0) / recipe(name).pitchHertz);
        expect(Math.abs(semitones), name).toBeLessThan(2);
      }
    }
  });

  it('reduces the melody with higher stability', () => {
    const melody = (stability: number) =>
      measureVoice(spoken(measuredText, 'dale', { stability }))?.melodySemitones ?? 0;
    expect(melody(1)).toBeLessThan(melody(0.5) * 0.7);
  });

  it.each(['', '(beat)', '🔥🎉', '... --'])('returns nothing for %j', (text) => {
    expect(speakPhrases(espeak, text, recipe('walter'), {})).toEqual({ type: 'nothing' });
  });

  it.each([
    'שלום לכם',
    'Привет!',
    '日本',
    '안녕',
    'AAAAAA',
    '1e999 %%% 5/0',
    `${'ab'.repeat(160)}`,
    'İ ı ß ﬁ ﷽',
  ])('returns sound for %j', (text) => expect(spoken(text).samples.length).toBeGreaterThan(4000));

  it('stops between phrases', () => {
    let checks = 0;
    const answer = speakPhrases(espeak, 'One. Two. Three. Four.', recipe('walter'), {}, () => ++checks > 2);
    expect(answer).toEqual({ type: 'stopped' });
    expect(checks).toBe(3);
  });
});
