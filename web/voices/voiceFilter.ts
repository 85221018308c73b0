import type { Voice } from '#shared/contract/voices.ts';

/** Filter of the library. "": all. */
export interface VoiceFilter {
  search: string;
  category: string;
  language: string;
}

export const allVoices: VoiceFilter = { search: '', category: '', language: '' };

/** Number of labels in a row; the others are a count. */
const maxLabels = 3;

/**
 * Return the voices that match the filter: every search word is in name, description or a label.
 */
export function filteredVoices(voices: readonly Voice[], filter: VoiceFilter): Voice[] {
  const words = plainWords(filter.search);
  return voices.filter((voice) => {
    if (filter.category !== '' && voice.category !== filter.category) return false;
    if (filter.language !== '' && voice.fine_tuning?.language !== filter.language) return false;
    const text = plain(
      [voice.name, voice.description ?? '', ...Object.values(voice.labels ?? {})].join('\n'),
    );
    return words.every((word) => text.includes(word));
  });
}

/** Return the categories in alphabetical order. */
export function categoriesOf(voices: readonly Voice[]): string[] {
  return distinct(voices.map(({ category }) => category));
}

export function languagesOf(voices: readonly Voice[]): string[] {
  return distinct(voices.map(({ fine_tuning }) => fine_tuning?.language));
}

/** Return the shown labels, and the number of the others. */
export function shownLabels({ labels = {} }: Voice): { shown: string[]; more: number } {
  const all = Object.values(labels)
    .map((label) => label.replaceAll('_', ' ').trim())
    .filter((label) => label !== '');
  return { shown: all.slice(0, maxLabels), more: Math.max(0, all.length - maxLabels) };
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** Return the name of a language code ("en" is English); other texts unchanged. */
export function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code; // "multilingual", or another text of the provider
  }
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== ''))].sort() as string[];
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('_', ' ');
}

function plainWords(text: string): string[] {
  return plain(text).split(/\s+/).filter(Boolean);
}
