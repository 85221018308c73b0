import { describe, expect, test } from 'vitest';
import { headingStartOf, parseHeading } from '../heading.ts';
import { stripOf } from '../strip.ts';
import { headingWords, listedWords } from './headingWords.ts';

const forms: [heading: string, location: string, setting: string, time: string][] = [
  ['INN. BÄCKEREI - NACHT', 'BÄCKEREI', 'int', 'night'],
  ['AUSSEN. STRASSE - TAG', 'STRASSE', 'ext', 'day'],
  ['INNEN/AUSSEN. AUTO – ABEND', 'AUTO', 'both', 'night'],
  ['INNEN KÜCHE - MITTAG', 'KÜCHE', 'int', 'day'],
  ['INT. KÜCHE/TAG', 'KÜCHE', 'int', 'day'],
  ['INTÉRIEUR. CUISINE - NUIT', 'CUISINE', 'int', 'night'],
  ['INT. JOUR - CUISINE', 'CUISINE', 'int', 'day'],
  ['EXTERIOR. PLAZA - DÍA', 'PLAZA', 'ext', 'day'],
  ['INTERNO. CUCINA - NOTTE', 'CUCINA', 'int', 'night'],
  ['INT./EST. AUTO - SERA', 'AUTO', 'both', 'night'],
  ['EXTERNA. PRAIA - MANHÃ', 'PRAIA', 'ext', 'day'],
  ['WN. KUCHNIA – DZIEŃ', 'KUCHNIA', 'int', 'day'],
  ['PLENER. LAS – NOC', 'LAS', 'ext', 'night'],
  ['ИНТ. ПЕКАРНЯ - НОЧЬ', 'ПЕКАРНЯ', 'int', 'night'],
  ['НАТ. УЛИЦА. ДЕНЬ', 'УЛИЦА', 'ext', 'day'],
  ['ИНТ/НАТ. МАШИНА - УТРО', 'МАШИНА', 'both', 'day'],
  ['İÇ. EV - GÜN', 'EV', 'int', 'day'],
  ['DIŞ/SOKAK/GECE', 'SOKAK', 'ext', 'night'],
  ['BINNEN. KEUKEN - AVOND', 'KEUKEN', 'int', 'night'],
  ['UTE. STRANDEN - NATT', 'STRANDEN', 'ext', 'night'],
  ['अंदर. रसोई - रात', 'रसोई', 'int', 'night'],
  ['BAHAR. SADAK - DIN', 'SADAK', 'ext', 'day'],
  ['内景 面包店 - 日', '面包店', 'int', 'day'],
  ['外景。街道，夜', '街道', 'ext', 'night'],
  ['INT。 病院-夜', '病院', 'int', 'night'],
  ['1、咖啡馆 日 内', '1、咖啡馆', 'int', 'day'],
  ['○屋外　駅前（夜）', '駅前', 'ext', 'night'],
];

describe('headings of other languages', () => {
  test.each(forms)('reads "%s"', (heading, location, setting, time) => {
    expect(headingStartOf(heading)).not.toBeNull();
    expect(parseHeading(heading).location).toBe(location);
    expect(stripOf(heading)).toMatchObject({ setting, time });
  });

  test.each(Object.entries(headingWords))('covers every word of the table: %s', (_language, words) => {
    const time = listedWords(words.day)[0];
    for (const word of listedWords(`${words.interior}|${words.exterior}`))
      expect(headingStartOf(`${word}. X - ${time}`), word).not.toBeNull();
    for (const word of listedWords(words.night)) expect(stripOf(`INT. X - ${word}`).time, word).toBe('night');
  });

  test.each([
    'Inn. A quiet place.',
    'Innen. Es ist dunkel.',
    'INNEN LEUCHTET ES.',
    'DIŞ KAPI AÇILIR.',
    'UTE',
    'UTE (OFF)',
    'UTE: Hallo',
    'UTE / ANNA',
    'BAHAR / CEM',
    'PLENTY. OF. TIME.',
    '外、雨が降っている。',
    '室内很安静。',
    '○ one item of a list',
  ])('finds none in "%s"', (line) => expect(headingStartOf(line)).toBeNull());

  test('takes linear time for long lines', () => {
    for (const line of [`INNEN${' '.repeat(200_000)}X`, `内 ${'日 '.repeat(100_000)}`])
      expect(headingStartOf(line)).toBeNull();
  });
});
