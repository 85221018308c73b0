import { isActionType, isCueType, isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { namesOf, quote, sceneOf } from '#screenplay/facts/prose.ts';
import type { ParsedQuestion } from './asked.ts';
import { type AnswerLanguage, counted, listedIn, sceneIn, scenesIn } from './language.ts';
import { speakersByWords } from './people.ts';
import { headedScenes } from './scenes.ts';

/** A question that is answered by counting, in each language. */
export interface CountedQuestion {
  fits: Record<AnswerLanguage, RegExp>;
  /** Return null if it turns out to be another question. */
  reply(asked: ParsedQuestion, language: AnswerLanguage, found: RegExpExecArray): string | null;
}

const quoted = `["“”„«»'‘’]?\\s*([\\p{L}\\p{N}][\\p{L}\\p{N}' ’-]*?)\\s*["“”„«»'‘’]?`;

/** "How often does the word “ticket” occur?" */
const wordCount: CountedQuestion = {
  fits: {
    en: new RegExp(
      `^how (?:often|many times) (?:does|do|is|are|did|has|have)? ?(?:the |a )?(?:word|words|phrase|term|name)? ?${quoted} (?:occur|occurs|appear in the (?:script|text|dialogue)|used|said|spoken|mentioned|written|come up|show up|stand|fall)\\b|^how (?:often|many times) (?:do|does|did|is) (?:people|they|we|any(?:one|body)|some(?:one|body)|every(?:one|body)|i) (?:say|use|mention|hear|write) (?:the |a )?(?:word |name |phrase )?${quoted}$|^count (?:the |how often the )?(?:words?|names?|phrases?) ${quoted}(?: for me| in .*)?$|^(?:do|did|have) i (?:use|used|repeat|repeated|say|overuse) (?:the |a )?(?:word |name |phrase )?${quoted}(?: (?:a lot|too often|too much|often|much))?$|^where (?:is|are) (?:the |a |an )?${quoted} mentioned$|^does (?:any(?:one|body)|some(?:one|body)) (?:ever )?(?:say|mention) (?:the )?(?:word )?${quoted}$`,
      'u',
    ),
    de: new RegExp(
      `^wie (?:oft|häufig) (?:kommt|steht|fällt|wird|erscheint|sagt man|ist) (?:denn )?(?:das |der |die )?(?:wort|wörter|begriff|ausdruck|name)? ?${quoted} (?:vor|gesagt|genannt|erwähnt|benutzt|verwendet|im|in|geschrieben)\\b|^wie (?:oft|häufig) fällt (?:das |der )?(?:wort|begriff|name) ${quoted}$|^wie (?:oft|häufig) sagt (?:jemand|man|einer|irgendwer) (?:das wort )?${quoted}$|^sagt (?:jemand|irgendwer) (?:das wort )?${quoted}$|^wo wird (?:das |der |die )?${quoted} erwähnt$`,
      'u',
    ),
    fr: new RegExp(
      `^combien de fois (?:le |la )?(?:mot |nom |terme )?(?:apparaît|apparait|trouve-t-on|dit-on|revient|utilise-t-on|lit-on)(?:-il|-t-il)? ?(?:le |la )?(?:mot |nom |terme )?${quoted}(?: dans .*)?$|^combien de fois (?:le |la )?(?:mot|nom|terme) ${quoted} (?:apparaît|apparait|est|revient)\\b|^(?:est-ce que )?quelqu'un dit(?:-il)? (?:le mot )?${quoted}$`,
      'u',
    ),
    es: new RegExp(
      `^cuántas veces (?:aparece|se dice|se usa|sale|se menciona|se repite) (?:la |el )?(?:palabra |término |nombre )?${quoted}(?: en .*)?$|^(?:alguien dice|dice alguien) (?:la palabra )?${quoted}$`,
      'u',
    ),
  },
  reply({ facts }, language, found) {
    const word = (found.slice(1).find((part) => part !== undefined) ?? '').trim();
    if (word === '') return null;
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu');
    let [spoken, all, first, written] = [0, 0, -1, word];
    for (const [index, text] of facts.texts.entries()) {
      // Skip cues: they only name the speaker.
      if (isCueType(facts.elements[index]?.elementType)) continue;
      const found = text.replaceAll('’', "'").match(pattern) ?? [];
      const count = found.length;
      if (first < 0 && found[0] !== undefined) [first, written] = [index, found[0]];
      all += count;
      if (isDialogueType(facts.elements[index]?.elementType)) spoken += count;
    }
    const name = `“${written}”`;
    const scene = sceneOf(facts, first);
    if (all === 0 || !scene) {
      return {
        en: `${name} does not occur in this script.`,
        de: `${name} kommt in diesem Drehbuch nicht vor.`,
        fr: `${name} n’apparaît pas dans ce scénario.`,
        es: `${name} no aparece en este guion.`,
      }[language];
    }
    const [times, where] = [counted(language, all, 'time'), sceneIn(language, scene, true)];
    return {
      en: `${name} occurs ${times}, ${spoken} of them in dialogue; first in ${where}.`,
      de: `${name} kommt ${times} vor, davon ${spoken} im Dialog; zuerst in ${where}.`,
      fr: `${name} apparaît ${times}, dont ${spoken} dans le dialogue ; d’abord dans la ${where}.`,
      es: `${name} aparece ${times}, ${spoken} de ellas en el diálogo; primero en la ${where}.`,
    }[language];
  },
};

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** "What happens on page 30?" */
const onPage: CountedQuestion = {
  fits: {
    en: /^(?:what|who|which|summari[sz]e|give|tell|describe|show).*\bpage ([a-z]{0,2}\d{1,4}[a-z]{0,2}\d?)\b/,
    de: /^(?:was|wer|welche).*\bseite ([a-z]{0,2}\d{1,4}[a-z]{0,2}\d?)\b/,
    fr: /^(?:que|qu'|qui|quelle).*\bpage ([a-z]{0,2}\d{1,4}[a-z]{0,2}\d?)\b/,
    es: /^(?:qué|que|quién|cuál).*\bpágina ([a-z]{0,2}\d{1,4}[a-z]{0,2}\d?)\b/,
  },
  reply({ facts }, language, found) {
    const page = found[1]?.toUpperCase() ?? '';
    const { pages } = facts.report;
    const pageIndex = facts.pageOfLabel(page);
    if (pageIndex < 0) {
      const all = counted(language, pages, 'page');
      return {
        en: `There is no page ${page}: the script has ${all}.`,
        de: `Eine Seite ${page} gibt es nicht: Das Drehbuch hat ${all}.`,
        fr: `Il n’y a pas de page ${page} : le scénario a ${all}.`,
        es: `No hay página ${page}: el guion tiene ${all}.`,
      }[language];
    }
    const [from, to] = elementsOf(facts, pageIndex);
    const scenes = [...new Set(facts.sceneAt.slice(from, to))].flatMap((index) => facts.scenes[index] ?? []);
    const lines = linesBetween(facts, from, to, 3);
    const speakers = [...new Set(facts.speakers.slice(from, to))].filter((key) => key !== null);
    const names = namesOf(facts, speakers);
    const talk = listedIn(language, names);
    const where = listedIn(
      language,
      scenes.map((scene) => sceneIn(language, scene, true)),
    );
    const quotes = lines.join(' ');
    return {
      en: `On page ${page}: ${where}. ${names.length === 0 ? 'Nobody speaks.' : `Speaking: ${talk}.`} ${quotes}`,
      de: `Auf Seite ${page}: ${where}. ${names.length === 0 ? 'Niemand spricht.' : `Es sprechen: ${talk}.`} ${quotes}`,
      fr: `Page ${page} : ${where}. ${names.length === 0 ? 'Personne ne parle.' : `Parlent : ${talk}.`} ${quotes}`,
      es: `En la página ${page}: ${where}. ${names.length === 0 ? 'Nadie habla.' : `Hablan: ${talk}.`} ${quotes}`,
    }[language];
  },
};

/**
 * Return the range of elements that begin on a page. An element that fills the whole page counts,
 * too.
 */
function elementsOf({ elements, pageIndexAt }: ReadProject, page: number): [number, number] {
  const firstOn = (wanted: number) => {
    let [low, high] = [0, elements.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pageIndexAt(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const [from, to] = [firstOn(page), firstOn(page + 1)];
  return from < to ? [from, to] : [Math.max(0, from - 1), Math.max(from, 1)];
}

/** Return the first lines of action and speech in a range, quoted. */
export function linesBetween(facts: ReadProject, from: number, to: number, max: number): string[] {
  const lines: string[] = [];
  for (let index = from; index < to && lines.length < max; index++) {
    const type = facts.elements[index]?.elementType;
    const text = quote(facts.texts[index] ?? '', 120);
    if (isActionType(type)) lines.push(text);
    else if (isDialogueType(type)) lines.push(`${namesOf(facts, [facts.speakers[index] ?? ''])[0]}: ${text}`);
  }
  return lines;
}

/** "Which scenes share a place?" */
const sharedPlaces: CountedQuestion = {
  fits: {
    en: /\bscenes?\b.*\b(?:share|same)\b.*\b(?:places?|locations?|sets?)\b|\b(?:places?|locations?|sets?)\b.*\b(?:more than on(?:e|ce)|several|reused|again|twice|share)\b/,
    de: /\bszenen\b.*\b(?:gleichen|selben|teilen|denselben|gemeinsamen)\b.*\b(?:ort|orte|schauplatz|schauplätze|drehort|motiv)\b|\b(?:orte|schauplätze|motive)\b.*\b(?:mehr als|mehrmals|wieder|mehrfach)\b/,
    fr: /\bscènes\b.*\b(?:même|partagent)\b.*\b(?:lieu|lieux|décor)\b|\b(?:lieux|décors)\b.*\b(?:plusieurs|reviennent)\b/,
    es: /\bescenas\b.*\b(?:mismo|comparten|misma)\b.*\b(?:lugar|lugares|localización|locación|escenario)\b|\blugares\b.*\b(?:varias|repiten|más de una)\b/,
  },
  reply({ facts }, language) {
    const byPlace = Map.groupBy(
      headedScenes(facts).filter(({ strip }) => strip.place !== ''),
      ({ strip }) => strip.place,
    );
    const shared = [...byPlace]
      .filter(([, scenes]) => scenes.length > 1)
      .sort((a, b) => b[1].length - a[1].length);
    if (shared.length === 0) {
      return {
        en: 'No two scenes share a place: every heading names another one.',
        de: 'Keine zwei Szenen teilen einen Ort: Jede Überschrift nennt einen anderen.',
        fr: 'Aucun lieu ne revient : chaque intitulé en nomme un autre.',
        es: 'Ningún lugar se repite: cada encabezado nombra otro.',
      }[language];
    }
    const tell = shared.map(([place, scenes]) => `${place} (${scenesIn(language, scenes, 12)})`);
    const list = listedIn(language, tell, 15);
    const count = counted(language, shared.length, 'place');
    return {
      en: `${count} with more than one scene: ${list}.`,
      de: `${count} mit mehr als einer Szene: ${list}.`,
      fr: `${count} avec plus d’une scène : ${list}.`,
      es: `${count} con más de una escena: ${list}.`,
    }[language];
  },
};

/** Number of main speakers who are compared in pairs. */
const maxPaired = 12;

/** "Who never meets?", "Whom does Mara never meet?" */
const neverMeet: CountedQuestion = {
  fits: {
    en: /\bnever\b.*\b(?:meets?|met|together|share)\b|\b(?:don't|doesn't|do not|does not)\b.*\bmeet\b/,
    de: /\b(?:nie|niemals|nicht)\b.*\b(?:begegne[nt]|treffen|trifft|zusammen|gemeinsam)\b|\b(?:begegne[nt]|treffen|trifft)\b.*\b(?:nie|niemals)\b/,
    fr: /\b(?:rencontre(?:nt)?|croise(?:nt)?|ensemble)\b.*\bjamais\b|\bjamais\b.*\b(?:rencontre(?:nt)?|croise(?:nt)?|ensemble)\b/,
    es: /\b(?:nunca|jamás|no)\b.*\b(?:encuentran?|conocen?|coinciden?|juntos|cruzan?)\b/,
  },
  reply({ facts, people: [person] }, language) {
    const speakers = speakersByWords(facts);
    const meets = (one: { scenes: number[] }, other: { scenes: number[] }) => {
      const scenes = new Set(one.scenes);
      return other.scenes.some((index) => scenes.has(index));
    };
    if (person) {
      const names = speakers
        .filter((other) => other !== person && !meets(person, other))
        .map(({ name }) => name);
      const list = listedIn(language, names, 20);
      if (names.length === 0) {
        return {
          en: `${person.name} shares a scene with everybody who speaks.`,
          de: `${person.name} ist mit allen, die sprechen, einmal in einer Szene.`,
          fr: `${person.name} partage une scène avec tous ceux qui parlent.`,
          es: `${person.name} comparte alguna escena con todos los que hablan.`,
        }[language];
      }
      return {
        en: `${person.name} is never in a scene with ${list}.`,
        de: `${person.name} ist nie in einer Szene mit ${list}.`,
        fr: `${person.name} n’est jamais dans une scène avec ${list}.`,
        es: `${person.name} nunca está en una escena con ${list}.`,
      }[language];
    }
    const leads = speakers.slice(0, maxPaired);
    const pairs = leads.flatMap((one, at) =>
      leads.slice(at + 1).flatMap((other) => (meets(one, other) ? [] : [`${one.name} / ${other.name}`])),
    );
    if (pairs.length === 0) {
      return {
        en: 'Everybody with a large part meets everybody else in some scene.',
        de: 'Alle mit einer größeren Rolle begegnen sich in irgendeiner Szene.',
        fr: 'Tous les rôles importants se croisent dans au moins une scène.',
        es: 'Todos los papeles importantes coinciden en alguna escena.',
      }[language];
    }
    const list = listedIn(language, pairs, 15);
    return {
      en: `Never in one scene: ${list}.`,
      de: `Nie in einer Szene: ${list}.`,
      fr: `Jamais dans la même scène : ${list}.`,
      es: `Nunca en la misma escena: ${list}.`,
    }[language];
  },
};

/** The first match answers. */
export const countedQuestions: readonly CountedQuestion[] = [wordCount, onPage, neverMeet, sharedPlaces];
