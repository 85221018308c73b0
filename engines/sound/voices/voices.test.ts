import { describe, expect, it } from 'vitest';
import { builtInVoices, recipeOfVoice } from './catalogue.ts';
import { designedRecipe, type VoiceWishes } from './designing.ts';
import { espeakLanguages } from './espeakLanguages.ts';
import { previewText } from './previews.ts';
import { clampRecipe, recipeSteps, type VoiceRecipe } from './recipe.ts';
import { designedVoiceId, recipeInId } from './voiceId.ts';
import { applyVoiceSettings, inTone, neutralSteering } from './voiceSettings.ts';

const wishes: VoiceWishes = {
  prompt: 'A retired harbour pilot.',
  gender: 'male',
  age: 'middle_aged',
  accent: 'american',
  accentStrength: 0.5,
};
const designed = (more: Partial<VoiceWishes>) => designedRecipe({ ...wishes, ...more });
const [anyone] = builtInVoices;
if (!anyone) throw new Error('The catalogue is empty');
const { recipe } = anyone;

describe('builtInVoices', () => {
  it('includes at least 24 voices in six languages, of both genders and all ages (OQ-95)', () => {
    const kinds = (field: (voice: (typeof builtInVoices)[number]) => string) =>
      new Set(builtInVoices.map(field)).size;
    expect(kinds(({ voiceId }) => voiceId)).toBe(builtInVoices.length);
    expect(kinds(({ name }) => name)).toBe(builtInVoices.length);
    expect(builtInVoices.length).toBeGreaterThanOrEqual(24);
    expect(kinds((voice) => espeakLanguages[voice.recipe.tongue])).toBeGreaterThanOrEqual(6);
    expect(kinds(({ gender, age }) => gender + age)).toBe(6);
  });

  it('contains only values that the engine supports', () => {
    for (const voice of builtInVoices) {
      expect(clampRecipe(voice.recipe), voice.name).toEqual(voice.recipe);
      expect(recipeOfVoice(voice.voiceId)).toBe(voice.recipe);
      expect(previewText(voice.recipe).length).toBeGreaterThan(50);
    }
  });
});

describe('designed voice', () => {
  it('is stored in its id', () => {
    for (const { recipe } of builtInVoices) {
      const voiceId = designedVoiceId(recipe);
      expect(recipeOfVoice(voiceId)).toEqual(recipe);
      expect(recipeOfVoice(`${voiceId}~mine`)).toEqual(recipe);
      expect(voiceId.length).toBeLessThan(90);
      expect(voiceId).toMatch(/^builtin-made-1\.[a-z0-9.-]+$/);
    }
  });

  it.each([
    'builtin-made-1.',
    'builtin-made-1.xx.1.1.1.1.1.1.1.1.1.1.1.1',
    'builtin-made-1.en-us.100.50',
    'builtin-made-1.en-us.100.50.165.100.100.100.NaN.0.0.0.0.0',
    'builtin-made-2.en-us.100.50.165.100.100.100.0.0.0.0.0.0',
    'builtin-nobody',
    'constructor',
    '',
  ])('is rejected for the id %j', (voiceId) => expect(recipeOfVoice(voiceId)).toBeNull());

  it('is clamped to supported values, whatever its id contains', () => {
    const wild = recipeInId(
      'builtin-made-1.en-us.9999.9999.9999.9999.-999.9999.9999.9999.-999.9999.9999.9999',
    );
    expect(wild).toEqual(wild && clampRecipe(wild));
    expect(wild?.pitchHertz).toBe(recipeSteps[0]?.[3]);
  });

  it('is the same for the same wishes, and another for another prompt', () => {
    expect(designed({})).toEqual(designed({}));
    expect(designed({ prompt: ' a RETIRED harbour pilot. ' })).toEqual(designed({}));
    expect(designed({ prompt: 'A lighthouse keeper.' })).not.toEqual(designed({}));
  });

  it.each<[string, keyof VoiceRecipe, 'more' | 'less']>([
    ['deep', 'pitchHertz', 'less'],
    ['a child', 'tract', 'more'],
    ['very slow', 'wordsPerMinute', 'less'],
    ['nervous, fast', 'wordsPerMinute', 'more'],
    ['monotone', 'melodySemitones', 'less'],
    ['gravelly', 'roughness', 'more'],
    ['whispering', 'breath', 'more'],
    ['warm', 'warmthDecibels', 'more'],
    ['nasal', 'presenceDecibels', 'more'],
    ['in a cathedral', 'room', 'more'],
  ])('understands "%s" in a prompt: %s is %s', (words, field, direction) => {
    // Compare with prompts without known words, since the prompt also seeds random values.
    const value = designed({ prompt: `Somebody ${words}` })[field];
    const otherValues = Array.from({ length: 20 }, (_, at) =>
      Number(designed({ prompt: `Somebody ${at}` })[field]),
    );
    if (direction === 'more') expect(value).toBeGreaterThan(Math.max(...otherValues) - 1e-9);
    else expect(value).toBeLessThan(Math.min(...otherValues) + 1e-9);
  });

  it('ignores negated words', () => {
    expect(designed({ prompt: 'not deep' }).pitchHertz).toBeGreaterThan(100);
    expect(designed({ prompt: 'without an echo' }).room).toBeLessThan(0.2);
  });

  it('has its gender, age and accent', () => {
    expect(designed({ gender: 'female' }).pitchHertz).toBeGreaterThan(designed({}).pitchHertz * 1.5);
    expect(designed({ age: 'old' }).roughness).toBeGreaterThan(0.5);
    expect(designed({ age: 'young' }).pitchHertz).toBeGreaterThan(designed({}).pitchHertz);
    expect(designed({ accent: 'scottish', accentStrength: 1 }).tongue).toBe('en-gb-scotland');
    expect(designed({ accent: 'scottish', accentStrength: 0.1 }).tongue).toBe('en');
    expect(designed({ accent: 'australian', accentStrength: 1 }).frontness).not.toBe(
      designed({ accent: 'australian', accentStrength: 0 }).frontness,
    );
  });
});

describe('applyVoiceSettings', () => {
  it('leaves a voice unchanged with the default settings', () => {
    expect(applyVoiceSettings(recipe, neutralSteering)).toEqual(recipe);
    expect(applyVoiceSettings(recipe, {})).toEqual(recipe);
  });

  it('changes melody, clearness and distance', () => {
    expect(applyVoiceSettings(recipe, { stability: 1 }).melodySemitones).toBeLessThan(
      recipe.melodySemitones / 2,
    );
    expect(applyVoiceSettings(recipe, { stability: 0 }).melodySemitones).toBeGreaterThan(
      recipe.melodySemitones * 1.5,
    );
    expect(applyVoiceSettings(recipe, { style: 1 }).melodySemitones).toBeGreaterThan(
      recipe.melodySemitones * 1.4,
    );
    expect(applyVoiceSettings(recipe, { similarity_boost: 1 }).presenceDecibels).toBeGreaterThan(
      recipe.presenceDecibels,
    );
    expect(applyVoiceSettings(recipe, { similarity_boost: 1 }).room).toBeLessThan(recipe.room);
    expect(applyVoiceSettings(recipe, { use_speaker_boost: false }).presenceDecibels).toBeLessThan(
      recipe.presenceDecibels,
    );
  });

  it('strengthens tones with more style: exclamations rise, trailing phrases fall', () => {
    const pitch = (tone: 'exclamation' | 'trailing', style: number) => inTone(recipe, tone, style).pitchHertz;
    expect(pitch('exclamation', 1)).toBeGreaterThan(pitch('exclamation', 0));
    expect(pitch('exclamation', 0)).toBeGreaterThan(recipe.pitchHertz);
    expect(pitch('trailing', 1)).toBeLessThan(pitch('trailing', 0));
    expect(inTone(recipe, 'plain', 1)).toEqual(recipe);
  });
});
