import { describe, expect, test } from 'vitest';
import { nightFerryInput } from '#engines/doctor/testset/nightFerry.ts';
import { factsOfProject } from '#screenplay/facts/project.ts';
import type { ModelSuggestion } from '#server/ai/prompts/suggestions.ts';
import { checkedSuggestions } from './suggestions.ts';

const { elements } = nightFerryInput();
const facts = factsOfProject({ elements });
const speech = elements.find(({ content }) => content === 'Forty-one. Forty-two.');
const heading = elements.find(({ elementType }) => elementType === 'scene_heading');
if (!speech || !heading) throw new Error('Night Ferry has lost its lines');

const good: ModelSuggestion = {
  type: 'replace',
  elementId: speech.id,
  originalContent: 'Forty-one. Forty-two.',
  suggestedContent: 'Forty-two.',
  description: 'Shorter',
  reasoning: 'One number says it.',
  confidence: 0.9,
};
const check = (variants: Partial<ModelSuggestion>) =>
  checkedSuggestions([{ ...good, ...variants }], facts)[0];

test('checkedSuggestions adds an id and the type and speaker of the element', () => {
  const suggestion = check({});
  expect(suggestion).toEqual({
    ...good,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    elementType: 'dialogue',
    characterName: null,
  });
  expect(check({})?.id).not.toBe(suggestion?.id);
});

describe('checkedSuggestions drops a suggestion with', () => {
  test.each<[string, Partial<ModelSuggestion>]>([
    ['an unknown type', { type: 'delete' }],
    ['an element of another script', { elementId: 4711 }],
    ['no element', { elementId: 0.5 }],
    ['words that are not in the element', { originalContent: 'Forty-three.' }],
    ['a modification of missing words', { type: 'modify', originalContent: 'Forty-three.' }],
    ['a modification of no words', { type: 'modify', originalContent: '' }],
    ['unchanged words', { suggestedContent: ' Forty-one. Forty-two. ' }],
    ['an empty replacement', { suggestedContent: ' \n ' }],
    ['a replacement that is too long', { suggestedContent: 'x'.repeat(20_001) }],
    ['characters that cannot be stored', { suggestedContent: 'Forty\0two.' }],
    ['an insertion without a type', { type: 'insert_after' }],
    ['an insertion of an unknown type', { type: 'insert_after', elementType: 'shot' }],
    ['a confidence that is no number', { confidence: Number.NaN }],
  ])('%s', (_what, variants) => {
    expect(check(variants)).toBeUndefined();
  });
});

test('checkedSuggestions limits the confidence to 0 to 1', () => {
  expect([7, 1, 0.5, 0, -3].map((confidence) => check({ confidence })?.confidence)).toEqual([
    1, 1, 0.5, 0, 0,
  ]);
});

test('checkedSuggestions converts headings and cues to capitals', () => {
  const suggestion = check({
    elementId: heading.id,
    originalContent: heading.content,
    suggestedContent: 'ext. quay - night',
  });
  expect(suggestion?.suggestedContent).toBe('EXT. QUAY - NIGHT');
  expect(
    check({
      elementId: heading.id,
      originalContent: heading.content,
      suggestedContent: heading.content.toLowerCase(),
    }),
  ).toBeUndefined();
  expect(check({ type: 'insert_after', elementType: 'character', suggestedContent: 'mara' })).toMatchObject({
    originalContent: '',
    suggestedContent: 'MARA',
    elementType: 'character',
  });
});

test('checkedSuggestions keeps markup as text', () => {
  const suggestedContent = '<img src=x onerror=alert(1)> **Forty-two.**';
  expect(check({ suggestedContent })?.suggestedContent).toBe(suggestedContent);
});

test('checkedSuggestions truncates long descriptions and replaces missing ones', () => {
  const { description, reasoning } =
    check({ description: 'd'.repeat(600), reasoning: 'r'.repeat(3000) }) ?? {};
  expect([description?.length, reasoning?.length]).toEqual([500, 2000]);
  expect(check({ description: ' \n ' })?.description).toBe('A suggestion');
});

test('checkedSuggestions returns at most twenty', () => {
  const many = Array.from({ length: 50 }, (_, i) => ({ ...good, suggestedContent: `Number ${i}.` }));
  expect(checkedSuggestions(many, facts)).toHaveLength(20);
});

test('checkedSuggestions keeps variants of a line and drops duplicates', () => {
  const words = ['Forty-two.', 'Two.', 'Forty-two.', ' Forty-two. ', 'Count.'];
  const variants = words.map((suggestedContent) => ({ ...good, suggestedContent }));
  expect(checkedSuggestions(variants, facts).map(({ suggestedContent }) => suggestedContent)).toEqual([
    'Forty-two.',
    'Two.',
    'Count.',
  ]);
  const before = { ...good, type: 'insert_before', elementType: 'action' };
  expect(checkedSuggestions([before, { ...before, type: 'insert_after' }], facts)).toHaveLength(2);
});
