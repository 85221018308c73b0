import { isActionType } from '#screenplay/elementTypes/predicates.ts';
import { percent, quote, speechText } from '#screenplay/facts/prose.ts';
import { type CountedQuestion, linesBetween } from './counting.ts';
import { type AnswerLanguage, counted, listedIn, minutesIn, pagesIn, sceneIn, scenesIn } from './language.ts';
import { noSpeechAnswers } from './measuring.ts';
import { speakersByWords } from './people.ts';
import { headedScenes } from './scenes.ts';

/** Never matches: English questions of this kind are in people.ts, scenes.ts and script.ts. */
const noMatch = /(?!)/;

/** Answers in the other languages; English has separate, longer answers. */
type OtherLanguageTexts = Record<Exclude<AnswerLanguage, 'en'>, string>;

function textIn(language: AnswerLanguage, texts: OtherLanguageTexts): string | null {
  return language === 'en' ? null : texts[language];
}

const speaksMost: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\bwer (?:spricht|redet|sagt)\b.*\b(?:am meisten|meisten)\b|\b(?:größte|meiste[nr]?)\b.*\b(?:rolle|text|dialog|sätze|reden)\b/,
    fr: /\bqui (?:parle|dit)\b.*\ble plus\b|\bplus grand rôle\b|\ble plus de (?:répliques|texte|dialogue)\b/,
    es: /\bquién (?:habla|dice)\b.*\bmás\b|\b(?:papel|personaje)\b.*\bmás (?:grande|largo|habla)\b|\bmás (?:diálogo|líneas|texto|parlamentos|réplicas)\b/,
  },
  reply({ facts }, language) {
    const [first, ...rest] = speakersByWords(facts);
    if (!first) return noSpeechAnswers[language];
    const total = [first, ...rest].reduce((sum, { words }) => sum + words, 0);
    const figures = `${counted(language, first.words, 'word')}, ${counted(language, first.speeches.length, 'speech')}, ${percent(first.words, total)}`;
    const others = listedIn(
      language,
      rest.slice(0, 3).map(({ name, words }) => `${name} (${words})`),
    );
    return textIn(language, {
      de: `Am meisten spricht ${first.name}: ${figures}.${others ? ` Dann ${others}.` : ''}`,
      fr: `C’est ${first.name} qui parle le plus : ${figures}.${others ? ` Puis ${others}.` : ''}`,
      es: `Quien más habla es ${first.name}: ${figures}.${others ? ` Luego ${others}.` : ''}`,
    });
  },
};

const together: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\b(?:begegne[nt]|treffen|trifft|zusammen|gemeinsam)\b/,
    fr: /\b(?:rencontre(?:nt)?|croise(?:nt)?|ensemble)\b/,
    es: /\b(?:encuentran?|juntos|juntas|coinciden?|conocen?)\b/,
  },
  reply({ facts, people }, language) {
    const [one, other] = people;
    if (!one || !other) return null;
    const scenes = facts.scenes.filter((_, at) => one.scenes.includes(at) && other.scenes.includes(at));
    if (scenes.length === 0) {
      return textIn(language, {
        de: `${one.name} und ${other.name} sind nie in einer Szene.`,
        fr: `${one.name} et ${other.name} ne sont jamais dans la même scène.`,
        es: `${one.name} y ${other.name} nunca están en la misma escena.`,
      });
    }
    const list = scenesIn(language, scenes);
    return textIn(language, {
      de: `${one.name} und ${other.name} sind zusammen in ${list}.`,
      fr: `${one.name} et ${other.name} sont ensemble : ${list}.`,
      es: `${one.name} y ${other.name} están juntos: ${list}.`,
    });
  },
};

const firstOf: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\b(?:zuerst|zum ersten mal|erstmals|erste[rsn]?|eingeführt|taucht)\b/,
    fr: /\b(?:apparaît|première fois|d'abord|introduit)\b/,
    es: /\b(?:aparece|primera vez|primero|presenta)\b/,
  },
  reply({ facts, people: [person] }, language) {
    if (!person) return null;
    const at = Math.min(...person.speeches, ...person.mentions);
    const scene = facts.scenes[facts.sceneAt[at] ?? -1];
    if (!scene) {
      return textIn(language, {
        de: `${person.name} kommt im Drehbuch nirgends vor.`,
        fr: `${person.name} n’est nulle part dans le scénario.`,
        es: `${person.name} no está en ninguna parte del guion.`,
      });
    }
    const isSpoken = !isActionType(facts.elements[at]?.elementType);
    const text = quote(isSpoken ? speechText(facts, at) : (facts.texts[at] ?? ''));
    const [where, page] = [sceneIn(language, scene, true), facts.pageAt(at)];
    return textIn(language, {
      de: `${person.name} erscheint zuerst in ${where}, auf Seite ${page}: ${text}.`,
      fr: `${person.name} apparaît d’abord dans la ${where}, page ${page} : ${text}.`,
      es: `${person.name} aparece primero en la ${where}, página ${page}: ${text}.`,
    });
  },
};

const ofScene: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\bszene\b/,
    fr: /(?<![\p{L}])scène(?![\p{L}])/u,
    es: /\bescena\b/,
  },
  reply({ facts, scene, unknownScene, words }, language) {
    if (unknownScene !== null) {
      const all = counted(language, headedScenes(facts).length, 'scene');
      return textIn(language, {
        de: `Eine Szene ${unknownScene} gibt es nicht: Das Drehbuch hat ${all}.`,
        fr: `Il n’y a pas de scène ${unknownScene} : le scénario en a ${all}.`,
        es: `No hay escena ${unknownScene}: el guion tiene ${all}.`,
      });
    }
    if (!scene) return null;
    const where = sceneIn(language, scene, true);
    const names = [...scene.speakers.keys()].map((key) => facts.people.get(key)?.name ?? key);
    const [minutes, pages] = [minutesIn(language, scene.eighths / 8), pagesIn(language, scene.eighths)];
    const opening = /\b(?:wer|qui|quién(?:es)?)\b/.test(words)
      ? ''
      : ` ${linesBetween(facts, scene.from, scene.to, 2).join(' ')}`;
    const who = listedIn(language, names);
    return textIn(language, {
      de: `${where}: ${pages}, etwa ${minutes}, ab Seite ${scene.page}. ${who ? `Es sprechen: ${who}.` : 'Niemand spricht.'}${opening}`,
      fr: `${where} : ${pages}, environ ${minutes}, à partir de la page ${scene.page}. ${who ? `Parlent : ${who}.` : 'Personne ne parle.'}${opening}`,
      es: `${where}: ${pages}, aproximadamente ${minutes}, desde la página ${scene.page}. ${who ? `Hablan: ${who}.` : 'Nadie habla.'}${opening}`,
    });
  },
};

const sceneWithMaxLength: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\b(?:längste|kürzeste)n?\b.*\bszenen?\b|\bszene\b.*\b(?:längste|kürzeste)\b/,
    fr: /\bscènes?\b.*\bplus (?:longue|courte)s?\b|\bplus (?:longue|courte)s? scènes?/,
    es: /\bescenas?\b.*\bmás (?:larga|corta)s?\b/,
  },
  reply({ facts, words }, language) {
    const isShort = /kürzeste|courte|corta/.test(words);
    const [first] = [...headedScenes(facts)].sort((a, b) =>
      isShort ? a.eighths - b.eighths : b.eighths - a.eighths,
    );
    if (!first) return null;
    const [where, pages] = [sceneIn(language, first, true), pagesIn(language, first.eighths)];
    return textIn(language, {
      de: `Am ${isShort ? 'kürzesten' : 'längsten'} ist ${where}: ${pages}.`,
      fr: `La plus ${isShort ? 'courte' : 'longue'} est la ${where} : ${pages}.`,
      es: `La más ${isShort ? 'corta' : 'larga'} es la ${where}: ${pages}.`,
    });
  },
};

const atNight: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\b(?:nachts?|nachtszenen?|in der nacht)\b/,
    fr: /\bnuit\b/,
    es: /\bnoche\b|\bnocturnas?\b/,
  },
  reply({ facts }, language) {
    const all = headedScenes(facts);
    const night = all.filter(({ strip }) => strip.time === 'night');
    const list = night.length === 0 ? '' : `: ${scenesIn(language, night)}`;
    return textIn(language, {
      de: `Nachts: ${night.length} von ${counted(language, all.length, 'scene')}${list}.`,
      fr: `De nuit : ${night.length} sur ${counted(language, all.length, 'scene')}${list}.`,
      es: `De noche: ${night.length} de ${counted(language, all.length, 'scene')}${list}.`,
    });
  },
};

const scenesOfPerson: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\bszenen\b|\bwie oft\b/,
    fr: /(?<![\p{L}])scènes(?![\p{L}])/u,
    es: /\bescenas\b/,
  },
  reply({ facts, people: [person] }, language) {
    if (!person) return null;
    const scenes = person.scenes.flatMap((index) => facts.scenes[index] ?? []);
    const list = scenes.length === 0 ? '' : `: ${scenesIn(language, scenes)}`;
    const count = counted(language, scenes.length, 'scene');
    return textIn(language, {
      de: `${person.name} ist in ${count}${list}.`,
      fr: `${person.name} est dans ${count}${list}.`,
      es: `${person.name} está en ${count}${list}.`,
    });
  },
};

const placesOf: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\b(?:orte|schauplätze|drehorte|motive)\b|\bwo spielt\b/,
    fr: /\b(?:lieux|décors)\b|\boù se passe\b/,
    es: /\b(?:lugares|localizaciones|locaciones|escenarios)\b|\bdónde (?:ocurre|pasa|transcurre)\b/,
  },
  reply({ facts }, language) {
    const { locations } = facts.report;
    const list = listedIn(
      language,
      locations.map(({ place, scenes }) => `${place} (${scenes})`),
      20,
    );
    return `${counted(language, locations.length, 'place')}: ${list}.`;
  },
};

const characters: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\b(?:figuren|personen|charaktere|rollen|sprechrollen)\b/,
    fr: /\bpersonnages?\b|\brôles\b/,
    es: /\bpersonajes?\b|\bpapeles\b/,
  },
  reply({ facts, people: named }, language) {
    if (named.length > 0) return null;
    const speakers = speakersByWords(facts);
    const list = listedIn(
      language,
      speakers.map(({ name, speeches }) => `${name} (${speeches.length})`),
      30,
    );
    return `${counted(language, speakers.length, 'person')}: ${list}.`;
  },
};

const size: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\bwie (?:viele|lang\w*)\b|\bseitenzahl\b|\bspieldauer\b/,
    fr: /\bcombien\b|\blongueur\b|\bdurée\b/,
    es: /\bcuánt[oa]s?\b|\bduración\b|\blongitud\b/,
  },
  reply({ facts, words, people: named }, language) {
    const { pages, words: all, eighths } = facts.report;
    if (named.length > 0) return null;
    if (/szene|scène|escena/.test(words)) return `${counted(language, headedScenes(facts).length, 'scene')}.`;
    if (/wörter|worte|mots|palabras/.test(words)) return `${counted(language, all, 'word')}.`;
    const isSize = /seite|page|página|lang|dauer|durée|dure|longueur|dura|longitud|minut/.test(words);
    return isSize ? `${counted(language, pages, 'page')}, ${minutesIn(language, eighths / 8)}.` : null;
  },
};

/** The first match answers. */
export const commonQuestions: readonly CountedQuestion[] = [
  sceneWithMaxLength,
  atNight,
  together,
  ofScene,
  speaksMost,
  firstOf,
  scenesOfPerson,
  placesOf,
  characters,
  size,
];
