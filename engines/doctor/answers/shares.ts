import { wordsIn } from '#screenplay/cast.ts';
import type { ElementType } from '#screenplay/element.ts';
import { isActionType, isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { percent, quote, speechText } from '#screenplay/facts/prose.ts';
import { type CountedQuestion, linesBetween } from './counting.ts';
import { counted, listedIn, sceneIn, scenesIn } from './language.ts';
import { noSpeechAnswers } from './measuring.ts';
import { speakersByWords } from './people.ts';
import { headedScenes } from './scenes.ts';

/** Never matches: English questions of this kind are in people.ts. */
const noMatch = /(?!)/;

/** "Combien de mots dit Mara ?" */
const wordsOfPerson: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\bwie viele (?:wörter|worte|sätze|repliken|reden|zeilen)\b/,
    fr: /\bcombien de (?:mots|répliques|phrases)\b/,
    es: /\bcuánt[oa]s (?:palabras|parlamentos|réplicas|frases|líneas)\b/,
  },
  reply({ people: [person] }, language) {
    if (!person) return null;
    const [words, speeches] = [
      counted(language, person.words, 'word'),
      counted(language, person.speeches.length, 'speech'),
    ];
    return {
      en: `${person.name} has ${speeches} with ${words}.`,
      de: `${person.name} hat ${speeches} mit ${words}.`,
      fr: `${person.name} a ${speeches} et ${words}.`,
      es: `${person.name} tiene ${speeches} y ${words}.`,
    }[language];
  },
};

/** "Wer spricht am wenigsten?" */
const speaksLeast: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\bwer (?:spricht|redet|sagt)\b.*\bwenigsten\b|\bkleinste[nr]?\b.*\brolle\b/,
    fr: /\bqui (?:parle|dit)\b.*\ble moins\b|\bplus petit rôle\b/,
    es: /\bquién (?:habla|dice)\b.*\bmenos\b|\bpapel más (?:pequeño|corto)\b/,
  },
  reply({ facts }, language) {
    const last = speakersByWords(facts).at(-1);
    if (!last) return noSpeechAnswers[language];
    const figures = `${counted(language, last.words, 'word')}, ${counted(language, last.speeches.length, 'speech')}`;
    return {
      en: `${last.name} speaks least: ${figures}.`,
      de: `Am wenigsten spricht ${last.name}: ${figures}.`,
      fr: `C’est ${last.name} qui parle le moins : ${figures}.`,
      es: `Quien menos habla es ${last.name}: ${figures}.`,
    }[language];
  },
};

/** "How much of the script is dialogue?" */
const dialogueShare: CountedQuestion = {
  fits: {
    en: /\bhow much\b.*\bdialogue\b|\b(?:share|percentage|proportion|ratio)\b.*\bdialogue\b|\bdialogue\b.*\b(?:share|percentage|ratio|versus|vs)\b/,
    de: /\bwie viel\b.*\bdialog\b|\b(?:anteil|prozent)\b.*\bdialogs?\b|\bdialoganteil\b/,
    fr: /\b(?:part|pourcentage|proportion)\b.*\bdialogues?\b/,
    es: /\b(?:porcentaje|proporción|parte)\b.*\bdiálogos?\b|\bcuánto\b.*\bes diálogo\b/,
  },
  reply({ facts }, language) {
    const count = (isCounted: (type: ElementType) => boolean) =>
      facts.elements.reduce(
        (sum, element, at) => sum + (isCounted(element.elementType) ? wordsIn(facts.texts[at] ?? '') : 0),
        0,
      );
    const [spoken, action] = [count(isDialogueType), count(isActionType)];
    const [share, words] = [percent(spoken, spoken + action), counted(language, spoken, 'word')];
    return {
      en: `${share} of the words are dialogue (${words}), the rest is action (${action}).`,
      de: `${share} der Wörter sind Dialog (${words}), der Rest ist Handlung (${action}).`,
      fr: `${share} des mots sont du dialogue (${words}), le reste est de l’action (${action}).`,
      es: `${share} de las palabras son diálogo (${words}), el resto es acción (${action}).`,
    }[language];
  },
};

/** "How many interiors and exteriors?" */
const insideOutside: CountedQuestion = {
  fits: {
    en: /\bint(?:eriors?|\.)?\b.*\bext(?:eriors?|\.)?\b|\bext(?:eriors?|\.)?\b.*\bint(?:eriors?|\.)?\b/,
    de: /\binnen\b.*\baußen\b|\baußen\b.*\binnen\b/,
    fr: /(?<!\p{L})intérieurs?(?!\p{L}).*(?<!\p{L})extérieurs?|(?<!\p{L})extérieurs?(?!\p{L}).*intérieurs?/u,
    es: /\binteriores?\b.*\bexteriores?\b|\bexteriores?\b.*\binteriores?\b/,
  },
  reply({ facts }, language) {
    const scenes = headedScenes(facts);
    const count = (setting: string) => scenes.filter(({ strip }) => strip.setting === setting).length;
    const [int, ext, both] = [count('int'), count('ext'), count('both')];
    const all = counted(language, scenes.length, 'scene');
    const rest = both === 0 ? '' : `, ${both} INT./EXT.`;
    return {
      en: `${int} INT. and ${ext} EXT.${rest} of ${all}.`,
      de: `${int} INT. und ${ext} EXT.${rest} von ${all}.`,
      fr: `${int} INT. et ${ext} EXT.${rest} sur ${all}.`,
      es: `${int} INT. y ${ext} EXT.${rest} de ${all}.`,
    }[language];
  },
};

/** "Wie viele Szenen spielen draußen?" */
const outside: CountedQuestion = {
  fits: {
    en: noMatch,
    de: /\bszenen?\b.*\b(?:draußen|außen|im freien)\b|\baußenszenen\b|\bszenen?\b.*\b(?:drinnen|innen)\b|\binnenszenen\b/,
    fr: /(?<!\p{L})scènes?\b.*(?<!\p{L})(?:extérieurs?|dehors|intérieurs?|dedans)(?!\p{L})/u,
    es: /\bescenas?\b.*\b(?:exteriores?|fuera|interiores?|dentro)\b/,
  },
  reply({ facts, words }, language) {
    const isInside = /innen|drinnen|intérieur|dedans|interior|dentro/.test(words);
    const all = headedScenes(facts);
    const setting = isInside ? 'int' : 'ext';
    const found = all.filter(({ strip }) => strip.setting === setting || strip.setting === 'both');
    const [count, list] = [counted(language, all.length, 'scene'), scenesIn(language, found)];
    const which = found.length === 0 ? '' : `: ${list}`;
    const name = isInside ? 'INT.' : 'EXT.';
    return {
      en: `${name} ${found.length} of ${count}${which}.`,
      de: `${name} ${found.length} von ${count}${which}.`,
      fr: `${name} ${found.length} sur ${count}${which}.`,
      es: `${name} ${found.length} de ${count}${which}.`,
    }[language];
  },
};

/** "What is the last line?", "Who opens the script?" */
const endLines: CountedQuestion = {
  fits: {
    en: /\b(?:first|opening|last|final|closing) (?:line|words?|speech)\b|^who (?:opens|closes|begins|ends) (?:the|my|this|it)\b|^who (?:speaks|talks) (?:first|last)$/,
    de: /\b(?:erste[nrs]?|letzte[nrs]?) (?:satz|zeile|wort|worte|replik|rede)\b|^wer spricht (?:zuerst|zuletzt)$/,
    fr: /\b(?:première|dernière)s? (?:réplique|phrase|ligne)s?\b|^qui parle en (?:premier|dernier)$/,
    es: /\b(?:primera|última) (?:línea|frase|réplica)\b|^quién habla (?:primero|el último|último)$/,
  },
  reply({ facts, words, people: [person] }, language) {
    const isLast = /last|final|clos|ends|letzte|zuletzt|derni|últim/.test(words);
    const speeches = (person ? [person] : speakersByWords(facts))
      .flatMap(({ name, speeches }) => speeches.map((index) => ({ name, index })))
      .sort((a, b) => a.index - b.index);
    const found = isLast ? speeches.at(-1) : speeches[0];
    if (!found) return noSpeechAnswers[language];
    const scene = facts.scenes[facts.sceneAt[found.index] ?? -1];
    const text = quote(speechText(facts, found.index), 120);
    const where = scene ? sceneIn(language, scene) : '';
    return {
      en: `${isLast ? 'Last' : 'First'} speaks ${found.name}, in ${where}: ${text}.`,
      de: `${isLast ? 'Zuletzt' : 'Zuerst'} spricht ${found.name}, in ${where}: ${text}.`,
      fr: `${isLast ? 'En dernier' : 'En premier'} parle ${found.name}, ${where} : ${text}.`,
      es: `${isLast ? 'El último' : 'El primero'} en hablar es ${found.name}, ${where}: ${text}.`,
    }[language];
  },
};

/** "Which two characters share the most scenes?" */
const sharedSceneRanking: CountedQuestion = {
  fits: {
    en: /\b(?:share|together)\b.*\bmost\b|\bmost\b.*\b(?:scenes together|together)\b/,
    de: /\b(?:meisten szenen (?:zusammen|gemeinsam)|am (?:häufigsten|meisten) (?:zusammen|gemeinsam))\b/,
    fr: /\ble plus (?:souvent ensemble|de scènes (?:ensemble|communes))\b/,
    es: /\bmás (?:escenas juntos|veces juntos)\b/,
  },
  reply({ facts }, language) {
    const leads = speakersByWords(facts).slice(0, 30);
    const pairs = leads.flatMap((one, at) =>
      leads.slice(at + 1).map((other) => {
        const scenes = new Set(one.scenes);
        return {
          name: `${one.name} / ${other.name}`,
          count: other.scenes.filter((index) => scenes.has(index)).length,
        };
      }),
    );
    const [first, ...rest] = pairs.sort((a, b) => b.count - a.count);
    if (!first || first.count === 0) return null;
    const tell = [first, ...rest.slice(0, 4).filter(({ count }) => count > 0)];
    const list = listedIn(
      language,
      tell.map(({ name, count }) => `${name} (${counted(language, count, 'scene')})`),
    );
    return {
      en: `Most often together: ${list}.`,
      de: `Am häufigsten zusammen: ${list}.`,
      fr: `Le plus souvent ensemble : ${list}.`,
      es: `Más veces juntos: ${list}.`,
    }[language];
  },
};

/** "What are the sluglines?" */
const headings: CountedQuestion = {
  fits: {
    en: /\b(?:sluglines?|slug lines?|scene headings?)\b/,
    de: /\bszenen(?:überschriften|liste)\b/,
    fr: /\b(?:intitulés|liste des scènes)\b/,
    es: /\b(?:encabezados|lista de (?:las )?escenas)\b/,
  },
  reply({ facts }, language) {
    const scenes = headedScenes(facts);
    if (scenes.length === 0) return null;
    const names = scenes.map(({ number, heading }) => (number === null ? heading : `${number} ${heading}`));
    return `${counted(language, scenes.length, 'scene')}: ${listedIn(language, names, 40)}.`;
  },
};

/** "How does it end?": names the first or the last scene, with its first or last lines. */
const ends: CountedQuestion = {
  fits: {
    en: /^how does (?:it|(?:the|my|this) (?:script|film|movie|story|screenplay)) (?:start|begin|open|end|finish|close)$/,
    de: /^(?:wie|womit) (?:beginnt|fängt|startet|endet|hört|schließt) (?:es|(?:das|der|die) (?:drehbuch|film|buch|geschichte))(?: an| auf)?$/,
    fr: /^comment (?:ça |le (?:scénario|film) |l'histoire )?(?:commence|débute|finit|se termine|s'achève)(?:-t-(?:il|elle))?$/,
    es: /^cómo (?:empieza|comienza|termina|acaba)(?: (?:el (?:guion|guión)|la (?:película|historia)))?$/,
  },
  reply({ facts, words }, language) {
    const isEnd = /\b(?:end|finish|close|endet|hört|schließt|finit|termine|achève|termina|acaba)/.test(words);
    const scenes = headedScenes(facts);
    const scene = isEnd ? scenes.at(-1) : scenes[0];
    if (!scene) return null;
    const lines = linesBetween(facts, scene.from, scene.to, Number.POSITIVE_INFINITY);
    const quotes = (isEnd ? lines.slice(-2) : lines.slice(0, 2)).join(' ');
    const where = sceneIn(language, scene, true);
    return isEnd
      ? {
          en: `It ends with ${where}: ${quotes}`,
          de: `Es endet mit ${where}: ${quotes}`,
          fr: `Cela finit par la ${where} : ${quotes}`,
          es: `Termina con la ${where}: ${quotes}`,
        }[language]
      : {
          en: `It begins with ${where}: ${quotes}`,
          de: `Es beginnt mit ${where}: ${quotes}`,
          fr: `Cela commence par la ${where} : ${quotes}`,
          es: `Empieza con la ${where}: ${quotes}`,
        }[language];
  },
};

/** "Who is in the engine room scene?" */
const castOfPlace: CountedQuestion = {
  fits: {
    en: /^who(?:'s| is| are| speaks| talks| appears)? in the (.+?)(?: scenes?)?$/,
    de: /^wer (?:ist|spricht|kommt) (?:in der|im|in dem|auf dem|auf der) (.+?)(?: vor)?$/,
    fr: /^qui (?:est|parle|paraît) (?:dans|à|sur) (?:la |le |l')(.+?)$/,
    es: /^quién (?:está|habla|aparece) en (?:la |el )(.+?)$/,
  },
  reply({ facts }, language, found) {
    const place = (found[1] ?? '').toUpperCase();
    const scenes = headedScenes(facts).filter(({ strip }) =>
      ` ${strip.place} `.includes(` ${place.replace(/^(?:SCENES? IN|SCENES? AT) (?:THE )?/, '')} `),
    );
    if (place === '' || scenes.length === 0) return null;
    const keys = new Set(scenes.flatMap(({ seen }) => [...seen.keys()]));
    const names = listedIn(
      language,
      [...keys].map((key) => facts.people.get(key)?.name ?? key),
      20,
    );
    const where = scenesIn(language, scenes);
    return {
      en: names ? `In ${where}: ${names}.` : `Nobody is named in ${where}.`,
      de: names ? `In ${where}: ${names}.` : `In ${where} ist niemand genannt.`,
      fr: names ? `${where} : ${names}.` : `Personne n’est nommé : ${where}.`,
      es: names ? `En ${where}: ${names}.` : `Nadie se nombra en ${where}.`,
    }[language];
  },
};

/** Questions about shares and totals, in every language. The first match answers. */
export const sharedQuestions: readonly CountedQuestion[] = [
  sharedSceneRanking,
  endLines,
  headings,
  wordsOfPerson,
  speaksLeast,
  dialogueShare,
  insideOutside,
  outside,
  ends,
  castOfPlace,
];
