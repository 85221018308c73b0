import { wordsIn } from '#screenplay/cast.ts';
import type { SceneFacts } from '#screenplay/facts/facts.ts';
import { capital, quote, sceneOf, speechText } from '#screenplay/facts/prose.ts';
import type { CountedQuestion } from './counting.ts';
import {
  type AnswerLanguage,
  counted,
  type InLanguages,
  listedIn,
  minutesIn,
  pagesIn,
  sceneIn,
  scenesIn,
} from './language.ts';
import { speakersByWords } from './people.ts';

/** Silent reading speed in words per minute. */
const silentPace = 230;

/** "How long does it take to read?" */
const readingTime: CountedQuestion = {
  fits: {
    en: /\b(?:reading time|long (?:does|will|would) it take to read|long to read|read it in|table read)\b|\bread\b.*\b(?:out loud|aloud)\b/,
    de: /\blesezeit\b|\bwie lang\w* (?:liest|braucht man|dauert).*\b(?:lesen|liest)\b|\bwie lang\w* .*\bzu lesen\b|^wie lang\w* liest\b/,
    fr: /\btemps de lecture\b|\bcombien de temps\b.*\b(?:lire|lecture)\b/,
    es: /\btiempo de lectura\b|\bcuánto\b.*\b(?:leer|lectura)\b/,
  },
  reply({ facts }, language) {
    const { words, eighths } = facts.report;
    const [silent, aloud] = [minutesIn(language, words / silentPace), minutesIn(language, eighths / 8)];
    const all = counted(language, words, 'word');
    return {
      en: `About ${silent} to read in silence (${all} at ${silentPace} a minute), and about ${aloud} at a table, at a minute a page.`,
      de: `Still gelesen etwa ${silent} (${all} bei ${silentPace} in der Minute), als Leseprobe etwa ${aloud}, eine Minute je Seite.`,
      fr: `Environ ${silent} en lecture silencieuse (${all} à ${silentPace} par minute), et environ ${aloud} à voix haute, une minute par page.`,
      es: `Aproximadamente ${silent} en silencio (${all} a ${silentPace} por minuto) y ${aloud} en voz alta, un minuto por página.`,
    }[language];
  },
};

/** "What are the longest speeches?" */
const speechLengths: CountedQuestion = {
  fits: {
    en: /\blongest (?:speech(?:es)?|monologues?|lines?(?: of dialogue)?)\b|\bspeech(?:es)?\b.*\blongest\b/,
    de: /\blängste[nrs]? (?:rede|reden|monologe?s?|text|dialogzeile|replik|repliken)\b/,
    fr: /\b(?:répliques?|monologues?|tirades?)\b.*\bplus longue?s?\b|\bplus longue?s? (?:répliques?|monologues?|tirades?)\b/,
    es: /\b(?:parlamentos?|monólogos?|diálogos?|discursos?|réplicas?)\b.*\bmás largos?\b|\bmás largas?\b.*\b(?:parlamento|réplicas?|intervenci)/,
  },
  reply({ facts, people: [person] }, language) {
    const from = person ? [person] : speakersByWords(facts);
    const speeches = from
      .flatMap(({ name, speeches }) =>
        speeches.map((index) => {
          const text = speechText(facts, index);
          return { name, index, text, words: wordsIn(text) };
        }),
      )
      .sort((a, b) => b.words - a.words || a.index - b.index)
      .slice(0, 3);
    if (speeches.length === 0) return noSpeechAnswers[language];
    const tell = speeches.map(({ name, index, text, words }) => {
      const scene = sceneOf(facts, index);
      return `${name}, ${scene ? sceneIn(language, scene) : ''}: ${counted(language, words, 'word')} (${quote(text, 60)})`;
    });
    const list = listedIn(language, tell);
    return {
      en: `The longest speeches: ${list}.`,
      de: `Die längsten Reden: ${list}.`,
      fr: `Les plus longues répliques : ${list}.`,
      es: `Los parlamentos más largos: ${list}.`,
    }[language];
  },
};

/** Answer for a script without speech, by language. */
export const noSpeechAnswers: InLanguages = {
  en: 'Nobody speaks in this script yet.',
  de: 'In diesem Drehbuch spricht noch niemand.',
  fr: 'Personne ne parle encore dans ce scénario.',
  es: 'Nadie habla todavía en este guion.',
};

/** "How long is the sequence “The storm”?", "How long are scenes 3 to 7?" */
const sceneRangeLength: CountedQuestion = {
  fits: {
    en: /\b(?:sequences?)\b|\bscenes (\w+) ?(?:to|through|until|[-–]) ?(\w+)\b/,
    de: /\bsequenz(?:en)?\b|\bszenen? (\w+) bis (\w+)\b/,
    fr: /\bséquences?\b|\bscènes (\w+) à (\w+)\b/,
    es: /\bsecuencias?\b|\bescenas (\w+) a (?:la )?(\w+)\b/,
  },
  reply({ facts, words }, language, found) {
    const [, first, last] = found.map((part) => part?.toLowerCase());
    const at = (number: string | undefined) =>
      facts.scenes.findIndex((scene) => scene.number?.toLowerCase() === number);
    if (first !== undefined) {
      const scenes = at(first) < 0 || at(last) < at(first) ? [] : facts.scenes.slice(at(first), at(last) + 1);
      return scenes.length === 0 ? null : lengthOf(capital(scenesIn(language, scenes, 30)), scenes, language);
    }
    const titles = [...new Set(facts.scenes.flatMap(({ sequence }) => sequence ?? []))];
    if (titles.length === 0) return withoutSequences[language];
    const namedTitles = titles.filter((title) => words.includes(title.toLowerCase()));
    return (namedTitles.length === 0 ? titles : namedTitles)
      .slice(0, 20)
      .map((title) =>
        lengthOf(
          `“${title}”`,
          facts.scenes.filter(({ sequence }) => sequence === title),
          language,
        ),
      )
      .join(' ');
  },
};

const withoutSequences: InLanguages = {
  en: 'No scene is sorted into a sequence yet; ask for a row of scenes instead: “How long are scenes 3 to 7?”',
  de: 'Noch ist keine Szene einer Sequenz zugeordnet; fragen Sie nach einer Reihe von Szenen: „Wie lang sind Szene 3 bis 7?“',
  fr: 'Aucune scène n’est encore dans une séquence ; demandez une suite de scènes : « Combien durent les scènes 3 à 7 ? »',
  es: 'Ninguna escena está todavía en una secuencia; pregunte por una serie de escenas: «¿Cuánto duran las escenas 3 a 7?»',
};

function lengthOf(name: string, scenes: readonly SceneFacts[], language: AnswerLanguage): string {
  const eighths = scenes.reduce((sum, scene) => sum + scene.eighths, 0);
  const pages = pagesIn(language, eighths);
  const [minutes, all] = [minutesIn(language, eighths / 8), counted(language, scenes.length, 'scene')];
  const page = scenes[0]?.page ?? '1';
  return {
    en: `${name}: ${pages} in ${all} from page ${page}, about ${minutes}.`,
    de: `${name}: ${pages} in ${all} ab Seite ${page}, etwa ${minutes}.`,
    fr: `${name} : ${pages} en ${all} à partir de la page ${page}, environ ${minutes}.`,
    es: `${name}: ${pages} en ${all} desde la página ${page}, aproximadamente ${minutes}.`,
  }[language];
}

/** Questions about lengths. The first match answers. */
export const measuredQuestions: readonly CountedQuestion[] = [readingTime, speechLengths, sceneRangeLength];
