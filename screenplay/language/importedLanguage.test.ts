import { describe, expect, test } from 'vitest';
import { defaultFormat } from '../format.ts';
import { parseFountain } from '../fountain/parse.ts';
import { detectLanguage } from './detectLanguage.ts';
import { formatInLanguage } from './formatInLanguage.ts';
import { withDetectedLanguage } from './importedLanguage.ts';
import { offeredWordsOf } from './offeredWords.ts';
import { languageTags, wordLanguageOf } from './scriptLanguage.ts';
import { turkishReplacement } from './turkishCapitals.ts';

describe('detectLanguage', () => {
  test.each([
    ['pl', 'Nie wiem, co to jest i jak to się stało, ale ona tak mówi, że na pewno nie ja.'],
    ['ru', 'Он открывает дверь и смотрит на пустую улицу. Снег идёт уже третий день подряд.'],
    ['tr', 'Ben bir şey demedim ve o da çok sustu. Bu ev için ne var ne yok, daha bilmiyor.'],
    ['nl', 'Ik weet het niet en hij is niet op de boot, maar ze zegt dat het een grap is.'],
    ['sv', 'Det är inte jag som har gjort det, och du vet att han är på båten med ett barn.'],
    ['hi', 'वह दरवाज़ा खोलता है और बाहर देखता है। बारिश तीन दिन से लगातार हो रही है।'],
    ['hi-Latn', 'Main kya kar raha hoon, tum nahi jaante. Woh ghar mein hai aur yeh bhi ki raat ho.'],
    ['zh', '他打开门，看着空荡荡的街道。雪已经下了三天，没有人说话。'],
    ['ja', '彼はドアを開けて、誰もいない通りを見る。雪はもう三日も降り続いている。'],
  ])('finds %s', (language, text) => expect(detectLanguage([text])).toBe(language));
});

test.each([
  ['Ukrainian', 'Він відчиняє двері й дивиться на порожню вулицю. Сніг іде вже третій день поспіль.'],
  ['Belarusian', 'Ён адчыняе дзверы і глядзіць на пустую вуліцу. Снег ідзе ўжо трэці дзень запар, ціха.'],
  ['Marathi', 'तो दार उघडतो आणि बाहेर पाहतो. पाऊस तीन दिवस सतत पडत आहे आणि कोणी बोलत नाही.'],
  ['Nepali', 'ऊ ढोका खोल्छ र बाहिर हेर्छ। तीन दिनदेखि पानी परिरहेको छ र कोही बोल्दैन।'],
])('detectLanguage has no language for %s', (_, text) => {
  expect(detectLanguage([text])).toBe('en-US');
});

test('detectLanguage takes text without the frequent words of any language for English', () => {
  const enciphered = 'Xvz qrt bnm plok wertz, asdf i ghjk lmno pqrst uvw xyz abcd efgh ijkl mnop.';
  expect(detectLanguage([enciphered])).toBe('en-US');
});

describe('withDetectedLanguage', () => {
  const turkish =
    'İÇ. EV - GÜN\n\nBen bir şey demedim ve o da çok sustu. Bu ev için ne var ne yok, daha bilmiyor.\n\n@ipek\nBir şey var.\n';

  test('sets language, paper and Turkish capitals, and says so', () => {
    const read = withDetectedLanguage(parseFountain(turkish));
    if (!read.ok) throw new Error(read.message);
    const { elements, format, language } = read.screenplay;
    expect({ language, paper: format.paper }).toEqual({ language: 'tr', paper: 'a4' });
    expect(elements[2]?.content).toBe('İpek');
    expect(read.receipt.uncertain).toContain(
      'Read as Turkish: A4, with (DEVAMI VAR) and (DEVAM). You can change this in the script settings.',
    );
  });

  test('leaves English words in front of Turkish headings', () => {
    const read = withDetectedLanguage(parseFountain(`${turkish}\nint. mutfak\n\next./int. ev içi\n`));
    if (!read.ok) throw new Error(read.message);
    const contents = read.screenplay.elements.map(({ content }) => content.toUpperCase());
    expect(contents.slice(-2)).toEqual(['INT. MUTFAK', 'EXT./INT. EV İÇİ']);
  });

  test('leaves an English script unchanged', () => {
    const read = parseFountain(
      'INT. DECK - DAY\n\nThe ferry leaves the harbour and that is it for the night.\n',
    );
    expect(withDetectedLanguage(read)).toBe(read);
  });
});

test('turkishReplacement gives a typed i its capital, except in English words of headings', () => {
  const typed = (text: string, isHeading = true) => {
    let line = '';
    for (const letter of text) {
      line += letter;
      const found = turkishReplacement(line, line.length, isHeading);
      if (found) line = line.slice(0, found.from) + found.insert;
    }
    return line;
  };
  expect(typed('int. mini')).toBe('Int. mİnİ');
  expect(typed('ext/int mini')).toBe('ext/Int mİnİ');
  expect(typed('iç. ev')).toBe('İç. ev');
  expect(typed('intikam')).toBe('İntİkam');
  expect(typed('int.', false)).toBe('İnt.');
  expect(turkishReplacement('int. ev', 1, true)).toBeNull();
});

describe('formatInLanguage', () => {
  test('prints the marks of the chosen language, and those that a file set', () => {
    expect(formatInLanguage(defaultFormat, 'de')).toMatchObject({
      moreText: '(WEITER)',
      continuedText: '(FORTS.)',
    });
    const set = { ...defaultFormat, moreText: '(more)' };
    expect(formatInLanguage(set, 'ja')).toMatchObject({ moreText: '(more)', continuedText: '（続き）' });
    for (const language of [null, 'en-GB'] as const)
      expect(formatInLanguage(defaultFormat, language)).toEqual(defaultFormat);
  });
});

test('each language has words to offer', () => {
  for (const tag of languageTags) {
    const language = wordLanguageOf(tag);
    if (language === 'en') continue;
    const words = offeredWordsOf(language);
    for (const list of Object.values<readonly string[]>({ ...words }))
      expect(list.every((word) => /[^.()（）/]/u.test(word))).toBe(true);
    expect(words.intros.length).toBeGreaterThan(2);
  }
});
