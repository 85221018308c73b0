import type { SceneFacts } from '#screenplay/facts/facts.ts';
import { writeEighths } from '#screenplay/layout/eighths.ts';

/**
 * The languages in which the doctor answers. Questions in any other language are answered in
 * English.
 */
export type AnswerLanguage = 'en' | 'de' | 'fr' | 'es';

/** A sentence in each of these languages. */
export type InLanguages = Record<AnswerLanguage, string>;

// Words that rarely occur in a sentence of another of these languages.
const marks: Record<Exclude<AnswerLanguage, 'en'>, RegExp> = {
  de: /\b(?:eigentlich|jemand|sagt|wie|wer|wo|welche[rsnm]?|wann|warum|wieso|kommt|ist das|ist die|ist der|sind|der|die|das|den|dem|nicht|und|im|auf|gibt|viele?|szenen?|seiten?|drehbuch|figur(?:en)?|nie|mit|ein|eine|über|was passiert|oft|lang|lange|kannst|soll|schreib|mach)\b/g,
  fr: /\b(?:qui|que|quoi|quel(?:le)?s?|où|quand|pourquoi|combien|est-ce|le|la|les|des|du|une?|dans|fois|et|ne|pas|jamais|scènes?|scénario|pages?|personnages?|se passe|qu'|sur|avec|plus|longue|apparaît|écris|l')(?![\p{L}])/gu,
  es: /(?<![\p{L}])(?:qué|que|quién(?:es)?|cuál(?:es)?|dónde|cuándo|por qué|cuánt[oa]s?|cómo|el|la|los|las|una?|dura|película|quien|habla|tiene|del|en|veces|y|no|nunca|escenas?|guion|guión|páginas?|personajes?|pasa|con|más|larga|aparece|escribe|se|hay|errores|es|son|está|al)(?![\p{L}])/gu,
};
const english =
  /\b(?:the|is|are|who|what|where|when|how|which|does|do|of|in|and|never|many|often|page|scenes?|with|script|this|about|to)\b/g;

/** Detect the language of a question by its small words. */
export function languageOfQuestion(words: string): AnswerLanguage {
  const count = (pattern: RegExp) => words.match(pattern)?.length ?? 0;
  let [best, most]: [AnswerLanguage, number] = ['en', count(english)];
  for (const language of ['de', 'fr', 'es'] as const) {
    const found = count(marks[language]);
    if (found > most) [best, most] = [language, found];
  }
  return best;
}

const nouns = {
  scene: {
    en: ['scene', 'scenes'],
    de: ['Szene', 'Szenen'],
    fr: ['scène', 'scènes'],
    es: ['escena', 'escenas'],
  },
  page: { en: ['page', 'pages'], de: ['Seite', 'Seiten'], fr: ['page', 'pages'], es: ['página', 'páginas'] },
  word: { en: ['word', 'words'], de: ['Wort', 'Wörter'], fr: ['mot', 'mots'], es: ['palabra', 'palabras'] },
  time: { en: ['time', 'times'], de: ['Mal', 'Mal'], fr: ['fois', 'fois'], es: ['vez', 'veces'] },
  speech: {
    en: ['speech', 'speeches'],
    de: ['Rede', 'Reden'],
    fr: ['réplique', 'répliques'],
    es: ['parlamento', 'parlamentos'],
  },
  place: { en: ['place', 'places'], de: ['Ort', 'Orte'], fr: ['lieu', 'lieux'], es: ['lugar', 'lugares'] },
  person: {
    en: ['person', 'people'],
    de: ['Figur', 'Figuren'],
    fr: ['personnage', 'personnages'],
    es: ['personaje', 'personajes'],
  },
  minute: {
    en: ['minute', 'minutes'],
    de: ['Minute', 'Minuten'],
    fr: ['minute', 'minutes'],
    es: ['minuto', 'minutos'],
  },
} as const satisfies Record<string, Record<AnswerLanguage, readonly [string, string]>>;

/** Format a count with its noun: "3 scenes", "3 Szenen". */
export function counted(language: AnswerLanguage, count: number, noun: keyof typeof nouns): string {
  return `${count} ${nouns[noun][language][count === 1 ? 0 : 1]}`;
}

const and: InLanguages = { en: 'and', de: 'und', fr: 'et', es: 'y' };
const others: InLanguages = { en: 'more', de: 'weitere', fr: 'autres', es: 'más' };

/** Format a list: "a, b and c". A long list ends with the number of further items. */
export function listedIn(language: AnswerLanguage, items: readonly string[], max = 12): string {
  const shown =
    items.length > max + 1 ? [...items.slice(0, max), `${items.length - max} ${others[language]}`] : items;
  if (shown.length < 2) return shown[0] ?? '';
  return `${shown.slice(0, -1).join(', ')} ${and[language]} ${shown.at(-1)}`;
}

const opening: InLanguages = { en: 'the opening', de: 'der Anfang', fr: 'le début', es: 'el comienzo' };

/** Name a scene: "scene 5", or in full "scene 5 (INT. SALOON - NIGHT)". */
export function sceneIn(language: AnswerLanguage, { number, heading }: SceneFacts, isInFull = false): string {
  if (heading === '') return opening[language];
  const noun = nouns.scene[language][0];
  if (number === null) return `${noun} ${heading}`;
  return isInFull ? `${noun} ${number} (${heading})` : `${noun} ${number}`;
}

/** Name several scenes: "scenes 1, 4 and 7". */
export function scenesIn(language: AnswerLanguage, scenes: readonly SceneFacts[], max = 24): string {
  const [only] = scenes;
  if (scenes.length === 1 && only) return sceneIn(language, only);
  const named = scenes.map(({ number, heading }) => number ?? (heading || opening[language]));
  return `${nouns.scene[language][1]} ${listedIn(language, named, max)}`;
}

/** Format a length: "2 3/8 pages", "3/8 page". */
export function pagesIn(language: AnswerLanguage, eighths: number): string {
  return `${writeEighths(eighths)} ${nouns.page[language][eighths <= 8 ? 0 : 1]}`;
}

/** Format minutes, rounded, at least 1. */
export function minutesIn(language: AnswerLanguage, minutes: number): string {
  return counted(language, Math.max(1, Math.round(minutes)), 'minute');
}
