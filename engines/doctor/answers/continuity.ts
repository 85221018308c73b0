import { isActionType } from '#screenplay/elementTypes/predicates.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { sceneOf } from '#screenplay/facts/prose.ts';
import { examine } from '../examine.ts';
import { cueName } from '../rules/cueName.ts';
import { headingPlace } from '../rules/headingPlace.ts';
import type { CountedQuestion } from './counting.ts';
import { type AnswerLanguage, type InLanguages, listedIn, sceneIn } from './language.ts';
import { headedScenes } from './scenes.ts';

const looked: InLanguages = {
  en: 'times of day of scenes that go on, ages, and spellings of names and places',
  de: 'Tageszeiten von Szenen, die weitergehen, Altersangaben und Schreibweisen von Namen und Orten',
  fr: 'les heures des scènes qui s’enchaînent, les âges et les graphies des noms et des lieux',
  es: 'las horas de las escenas que continúan, las edades y las grafías de nombres y lugares',
};

/** "Are there continuity errors?": reports only contradictions between two places of the script. */
export const continuity: CountedQuestion = {
  fits: {
    en: /\bcontinuity\b|\bcontradict(?:s|ions?|ory)?\b|\b(?:in)?consisten(?:t|cy|cies)\b|\btimeline\b/,
    de: /\b(?:kontinuität|anschlussfehler|anschlüsse?|widerspr(?:üch(?:e|lich)|icht))\b/,
    fr: /\b(?:continuité|raccords?|contradictions?|incohérences?)(?!\p{L})/u,
    es: /\b(?:continuidad|contradicci(?:ón|ones)|incoherencias?|raccord)\b/,
  },
  reply({ facts }, language) {
    const found = [...jumps(facts, language), ...ages(facts, language), ...spellings(facts, language)];
    if (found.length === 0) {
      return {
        en: `I checked ${looked.en}, and no two places contradict each other; props, wounds and weather take eyes.`,
        de: `Geprüft habe ich ${looked.de}: Keine zwei Stellen widersprechen sich; Requisiten, Wunden und Wetter brauchen Augen.`,
        fr: `J’ai vérifié ${looked.fr} : aucun passage n’en contredit un autre ; accessoires, blessures et météo demandent un œil.`,
        es: `He revisado ${looked.es}: ningún pasaje contradice a otro; la utilería, las heridas y el clima piden ojos.`,
      }[language];
    }
    return `${found.slice(0, 10).join(' ')} ${
      {
        en: `Checked: ${looked.en}.`,
        de: `Geprüft: ${looked.de}.`,
        fr: `Vérifié : ${looked.fr}.`,
        es: `Revisado: ${looked.es}.`,
      }[language]
    }`;
  },
};

/** Find scenes that are continuous with a scene at another time: "NIGHT" directly after "DAY". */
function jumps(facts: ReadProject, language: AnswerLanguage): string[] {
  const scenes = headedScenes(facts);
  return scenes.flatMap((scene, at) => {
    const before = scenes[at - 1];
    const goesOn = /\bCONTINUOUS\b|\bCONTINUED\b/i.test(scene.heading);
    const isOther = before?.strip.time && scene.strip.time && before.strip.time !== scene.strip.time;
    if (!before || !goesOn || !isOther) return [];
    const [one, other] = [sceneIn(language, before, true), sceneIn(language, scene, true)];
    return [
      {
        en: `${other} goes on from ${one} at another time of day.`,
        de: `${other} schließt zu einer anderen Tageszeit an ${one} an.`,
        fr: `${other} enchaîne sur ${one} à une autre heure.`,
        es: `${other} continúa ${one} a otra hora del día.`,
      }[language],
    ];
  });
}

/** Find characters with two ages: "MARA (40s)" and "MARA (32)". */
function ages(facts: ReadProject, language: AnswerLanguage): string[] {
  const people = new Map<string, { name: string; ages: Map<string, number> }>();
  for (const [index, { elementType }] of facts.elements.entries()) {
    if (!isActionType(elementType)) continue;
    const text = facts.texts[index] ?? '';
    for (const { key, to } of facts.names.in(text)) {
      const age = /^\s*(?:\(|, )(?:about |around |age )?(\d{1,2})(?![\d'’s])/.exec(
        text.slice(to, to + 24),
      )?.[1];
      if (age === undefined) continue;
      const person = people.get(key) ?? {
        name: facts.people.get(key)?.name ?? key,
        ages: new Map<string, number>(),
      };
      people.set(key, person);
      if (!person.ages.has(age)) person.ages.set(age, index);
    }
  }
  return [...people.values()].flatMap(({ name, ages }) => {
    if (ages.size < 2) return [];
    const all = [...ages].map(([age, index]) => {
      const scene = sceneOf(facts, index);
      return `${age} (${scene ? sceneIn(language, scene) : '?'})`;
    });
    const list = listedIn(language, all);
    return [
      {
        en: `${name} has more than one age: ${list}.`,
        de: `${name} hat mehr als ein Alter: ${list}.`,
        fr: `${name} a plus d’un âge : ${list}.`,
        es: `${name} tiene más de una edad: ${list}.`,
      }[language],
    ];
  });
}

const slip: InLanguages = {
  en: 'Two spellings:',
  de: 'Zwei Schreibweisen:',
  fr: 'Deux graphies :',
  es: 'Dos grafías:',
};

function spellings(facts: ReadProject, language: AnswerLanguage): string[] {
  const found = examine(facts, { rules: [cueName, headingPlace] });
  return [
    ...new Set(
      found.map(({ originalContent, suggestedContent }) => `${originalContent} / ${suggestedContent ?? '?'}`),
    ),
  ].map((pair) => `${slip[language]} ${pair}.`);
}
