import { expect, test } from 'vitest';
import type { Voice } from '#shared/contract/voices.ts';
import {
  allVoices,
  categoriesOf,
  filteredVoices,
  languageName,
  languagesOf,
  shownLabels,
} from './voiceFilter.ts';

const wren: Voice = {
  voice_id: '1',
  name: 'Wren',
  category: 'premade',
  description: 'Takes its time.',
  labels: {
    accent: 'south_african',
    age: 'middle_aged',
    gender: 'female',
    use_case: 'narration',
    descriptive: 'soft',
  },
  fine_tuning: { language: 'en' },
};
const posy: Voice = {
  voice_id: '2',
  name: 'Pósy',
  category: 'professional',
  fine_tuning: { language: 'de' },
};
const bare: Voice = { voice_id: '3', name: 'Else, first try' };
const voices = [wren, posy, bare];
const found = (filter: Partial<typeof allVoices>) =>
  filteredVoices(voices, { ...allVoices, ...filter }).map(({ voice_id }) => voice_id);

test.each([
  ['in the name', 'WREN', ['1']],
  ['in the name without its accent', 'posy', ['2']],
  ['in the description', 'its time', ['1']],
  ['in a label', 'south african', ['1']],
  ['by all of its words', 'wren soft', ['1']],
  ['and not by some of them', 'wren german', []],
  ['everywhere for nothing', '  ', ['1', '2', '3']],
])('a search finds %s', (_where, search, ids) => {
  expect(found({ search })).toEqual(ids);
});

test('filters by category and language, and offers the existing ones', () => {
  expect(found({ category: 'professional' })).toEqual(['2']);
  expect(found({ language: 'en' })).toEqual(['1']);
  expect(found({ language: 'en', category: 'professional' })).toEqual([]);
  expect(categoriesOf(voices)).toEqual(['premade', 'professional']);
  expect(languagesOf(voices)).toEqual(['de', 'en']);
  expect([languageName('en'), languageName('pt-BR'), languageName('any of them')]).toEqual([
    'English',
    'Brazilian Portuguese',
    'any of them',
  ]);
});

test('shownLabels returns three labels and the number of the rest', () => {
  expect(shownLabels(wren)).toEqual({ shown: ['south african', 'middle aged', 'female'], more: 2 });
  expect(shownLabels(bare)).toEqual({ shown: [], more: 0 });
});
