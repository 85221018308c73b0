import { describe, expect, test } from 'vitest';
import { detectLanguage } from './detectLanguage.ts';
import type { ScriptLanguage } from './scriptLanguage.ts';
import { type TypingRules, typingReplacement } from './smartTyping.ts';

const all: TypingRules = { smartQuotes: true, smartDashes: true, sentenceCapitals: true };

/** Type a text letter by letter. */
function type(
  keys: string,
  language: ScriptLanguage = 'en-US',
  rules: TypingRules = all,
  isContinued = false,
): string {
  let text = '';
  for (const key of keys) {
    text += key;
    const found = typingReplacement({ text, caret: text.length, language, rules, isContinued });
    if (found) text = text.slice(0, found.from) + found.insert + text.slice(found.to);
  }
  return text;
}

describe('quotation marks and apostrophes', () => {
  test.each<[ScriptLanguage, string, string]>([
    ['en-US', 'He says "no" and "yes".', 'He says “no” and “yes”.'],
    ['en-GB', "It's 'so' the sailors' ship.", 'It’s ‘so’ the sailors’ ship.'],
    ['en-US', '("Wait") "I was--"', '(“Wait”) “I was—”'],
    ['en-US', "Let 'em in the '90s, 'tis late.", 'Let ’em in the ’90s, ’tis late.'],
    ['en-US', '"\'No\' was it."', '“‘No’ was it.”'],
    ['de', 'Er sagt "nein" und "ja".', 'Er sagt „nein“ und „ja“.'],
    ['de', "Wie geht's? \"Das 'Ja'.\"", 'Wie geht’s? „Das ‚Ja‘.“'],
    ['de', "Er ruft 'so geht's' laut", 'Er ruft ‚so geht’s‘ laut'],
    ['fr', 'Il dit "non" et l\'eau.', 'Il dit «\u00a0non\u00a0» et l’eau.'],
    ['es', 'Dice "no" y "sí".', 'Dice «no» y «sí».'],
    ['it', 'Dice "no" e l\'acqua.', 'Dice «no» e l’acqua.'],
    ['pt-BR', 'Diz "não".', 'Diz “não”.'],
    ['pt-PT', 'Diz "não".', 'Diz «não».'],
  ])('%s: %s', (language, keys, text) => {
    expect(type(keys, language)).toBe(text);
  });
});

describe('dashes', () => {
  test.each([
    ['Wait -- no', 'Wait — no'],
    ['I was--', 'I was—'],
    ['Rule ---', 'Rule —-'],
    ['Half-dark...', 'Half-dark...'],
  ])('%s', (keys, text) => {
    expect(type(keys)).toBe(text);
  });

  test('are half as long in German', () => {
    expect(type('Warte -- nein', 'de')).toBe('Warte – nein');
  });

  test('stay two hyphens after the replacement was undone', () => {
    const found = typingReplacement({
      ...{ text: 'Wait---', caret: 7, language: 'en-US', rules: all, isContinued: false },
    });
    expect(found).toBeNull();
  });
});

describe('capitals', () => {
  test.each([
    ['rain falls. wind. ', 'Rain falls. Wind. '],
    ['is it late? yes! go. ', 'Is it late? Yes! Go. '],
    ['mr. bell waits for dr. lind. ', 'Mr. bell waits for dr. lind. '],
    ['At 3 a.m. the horn. j. bell. ', 'At 3 a.m. the horn. J. bell. '],
    ['Wait... no. ', 'Wait... no. '],
    ['See INT. deck. ', 'See INT. deck. '],
    ['“Stop!” she says. ', '“Stop!” she says. '],
    ['Gone. "now he" ', 'Gone. “Now he” '],
    ['iPhone rings. eBay too. ', 'iPhone rings. eBay too. '],
    ['half-dark. ', 'Half-dark. '],
    ["don't go. ", 'Don’t go. '],
  ])('%s', (keys, text) => {
    expect(type(keys)).toBe(text);
  });

  test('wait for the end of the word', () => {
    expect([type('rain'), type('rain ')]).toEqual(['rain', 'Rain ']);
  });

  test('leave a text that goes on after a parenthetical', () => {
    expect(type('that he left. and went. ', 'en-US', all, true)).toBe('that he left. And went. ');
  });

  test('know German ordinals and letters with two forms', () => {
    expect(type('am 3. oktober. über. ', 'de')).toBe('Am 3. oktober. Über. ');
  });
});

test('each rule can be switched off', () => {
  const keys = 'rain -- "no". wind. ';
  const none: TypingRules = { smartQuotes: false, smartDashes: false, sentenceCapitals: false };
  expect(type(keys, 'en-US', none)).toBe(keys);
  expect(type(keys, 'en-US', { ...none, smartQuotes: true })).toBe('rain -- “no”. wind. ');
  expect(type(keys, 'en-US', { ...none, smartDashes: true })).toBe('rain — "no". wind. ');
  expect(type(keys, 'en-US', { ...none, sentenceCapitals: true })).toBe('Rain -- "no". Wind. ');
});

describe('detectLanguage', () => {
  test.each([
    ['en-US', 'The lamps go out and she is not on the deck. What was that? It was the horn of the ship.'],
    ['de', 'Die Lampen gehen aus und sie ist nicht auf dem Deck. Was war das? Ich bin mit der Fähre da.'],
    ['fr', "Les lampes sont dans la nuit et elle est sur le pont. Je ne vous crois pas. C'est une nuit."],
    [
      'es',
      'Las luces se apagan y ella no está en el barco. Lo que pasa es que no hay una salida por la noche.',
    ],
    ['it', 'Il mare è nero e lei non è nel ponte. Che cosa sono gli altri? Non si vede una luce della nave.'],
    ['pt-BR', 'O mar é preto e ela não está no barco. Você não sabe que uma luz se apaga? Ele é do porto.'],
    ['en-US', 'Oui.'],
  ])('%s', (language, text) => {
    expect(detectLanguage([text])).toBe(language);
  });
});
