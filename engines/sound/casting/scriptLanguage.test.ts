import { expect, test } from 'vitest';
import { languageOfScript } from './scriptLanguage.ts';

const saying = (...lines: string[]) =>
  lines.map((content) => ({ elementType: 'dialogue' as const, content }));

test.each([
  ['en', 'Forty-one. What is it that you want of me?'],
  ['de', 'Das ist nicht dein Schiff. Was willst du von mir?'],
  ['fr', 'Je ne sais pas. Vous êtes la dernière, et il est tard.'],
  ['es', 'No es tu barco. ¿Qué quieres de mí? Está lloviendo y no me lo dices.'],
  ['it', 'Non è la tua nave. Che cosa vuoi? Sono qui per te, ma non mi vedi.'],
  ['pt', 'Não é o seu navio. O que você quer? Eu não sei, mas ele está aqui.'],
  ['nl', 'Het is niet van mij. Wat wil je? Ik ben maar een man op de boot.'],
  ['pl', 'To nie jest twój statek. Co ty mówisz? Ja się nie boję, ale on tak.'],
  ['ru', 'Это не твой корабль. OK?'],
  ['ja', '船はもう出た。'],
  ['zh', '船已经走了。'],
  ['ko', '배는 떠났어.'],
  ['el', 'Το πλοίο έφυγε.'],
])('detects a script in %s by its dialogue', (language, line) => {
  expect(languageOfScript(saying(line))).toBe(language);
});

test('returns English for little dialogue, and ignores other elements', () => {
  expect(languageOfScript([])).toBe('en');
  expect(languageOfScript(saying('Mara!', 'La la la.'))).toBe('en');
  const content = 'Der Hafen ist leer, und das Schiff ist nicht da.';
  const action = { elementType: 'action' as const, content };
  expect(languageOfScript([action, ...saying('What is it that you want of me?')])).toBe('en');
});

test('returns the language of most of the dialogue', () => {
  const lines = ['What is it that you want?', 'Ich nicht.', 'You are not of this ship.'];
  expect(languageOfScript(saying(...lines))).toBe('en');
});
