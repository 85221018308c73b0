import { numberedScene, quote } from '#screenplay/facts/prose.ts';
import type { ParsedQuestion } from './asked.ts';
import { type AnswerLanguage, type InLanguages, sceneIn } from './language.ts';

interface UnsupportedQuestion {
  /** Matches the question in any of the languages, which share no words here. */
  fits: RegExp;
  says: InLanguages;
}

/** Questions that rules cannot judge, each with what the doctor can do instead. */
const unsupportedQuestions: readonly UnsupportedQuestion[] = [
  {
    fits: /\b(?:write|rewrite|draft|compose|invent)\b.*\b(?:scene|dialogue|ending|monologue|speech|page|script|joke)\b|\bschreib\w*\b|(?<!\p{L})écri(?:s|vez|re)\b|\bescrib(?:e|ir|a)\b/u,
    says: {
      en: 'I write nothing new; with a line selected I can offer tighter wordings of what is there (“Tighten this description”).',
      de: 'Neues schreibe ich nicht; zu einer ausgewählten Zeile kann ich knappere Fassungen anbieten („Tighten this description“).',
      fr: 'Je n’écris rien de nouveau ; pour une ligne choisie je peux proposer des formulations plus serrées (« Tighten this description »).',
      es: 'No escribo nada nuevo; con una línea elegida puedo ofrecer versiones más ceñidas («Tighten this description»).',
    },
  },
  {
    fits: /\b(?:who should|cast(?:ing)?|actors?|actress|play (?:him|her|the))\b|\b(?:besetz\w*|schauspieler\w*)\b|\b(?:acteurs?|actrices?|distribution)\b|\b(?:act(?:or|riz|ores)|reparto)\b/,
    says: {
      en: 'Whom to cast is not in the script; I can tell how large each part is (“Who speaks most?”).',
      de: 'Wen man besetzt, steht nicht im Drehbuch; ich kann sagen, wie groß jede Rolle ist („Wer spricht am meisten?“).',
      fr: 'Qui doit jouer n’est pas dans le scénario ; je peux dire la taille de chaque rôle (« Qui parle le plus ? »).',
      es: 'Quién debe actuar no está en el guion; puedo decir el tamaño de cada papel («¿Quién habla más?»).',
    },
  },
  {
    fits: /\b(?:budget|cost|expensive|cheap|sell|market|audience|producers?|box office|festival|netflix|oscar)\b|\b(?:kosten|teuer|verkauf\w*|publikum|markt)\b|\b(?:coûte|coûter|cher|vendre|public|marché)\b|\b(?:cuesta|costar|caro|vender|público|mercado|presupuesto)\b/,
    says: {
      en: 'What it costs and who would buy it I cannot judge; I can count what costs: places, nights, people (“Which scenes are at night?”).',
      de: 'Was es kostet und wer es kauft, kann ich nicht beurteilen; zählen kann ich, was kostet: Orte, Nächte, Figuren („Welche Szenen spielen nachts?“).',
      fr: 'Je ne peux juger ni le coût ni le public ; je peux compter ce qui coûte : lieux, nuits, personnages (« Quelles scènes sont de nuit ? »).',
      es: 'No puedo juzgar qué cuesta ni quién lo compraría; puedo contar lo que cuesta: lugares, noches, personajes («¿Qué escenas son de noche?»).',
    },
  },
  {
    fits: /\b(?:why|motive|motivation|feels?|feelings|likeable|likable|sympathetic|believe in|in love|lying|lies)\b|\b(?:warum|wieso|weshalb|fühlt|sympathisch|verliebt|lügt)\b|\b(?:pourquoi|ressent|sympathique|amoureu\w*|ment)\b|(?:por qué|\b(?:siente|simpátic\w*|enamorad\w*|miente)\b)/,
    says: {
      en: 'Reasons and feelings I cannot read out of lines; select a line of theirs and ask “Deepen the motivation”, and I show what they say they want.',
      de: 'Gründe und Gefühle lese ich nicht aus Zeilen; wählen Sie eine Zeile der Figur und fragen Sie „Deepen the motivation“: Dann zeige ich, was sie nach eigenen Worten will.',
      fr: 'Je ne lis ni raisons ni sentiments dans les lignes ; choisissez une réplique et demandez « Deepen the motivation » : je montre ce que le personnage dit vouloir.',
      es: 'No leo razones ni sentimientos en las líneas; elija una línea suya y pregunte «Deepen the motivation»: muestro lo que dice querer.',
    },
  },
  {
    fits: /\b(?:theme|themes|message|meaning|mean|moral|symboli\w+|metaphor|stand for)\b|\b(?:thema|themen|botschaft|bedeutet|bedeutung|aussage|symbol\w*)\b|\b(?:thème|message|sens|signifie|symbole?s?)\b|\b(?:tema|temas|mensaje|significa|significado|símbolo)\b/,
    says: {
      en: 'What it means is not for counting; I can show where a word of it stands (“How often does the word ‘home’ occur?”).',
      de: 'Was es bedeutet, lässt sich nicht zählen; ich kann zeigen, wo ein Wort dafür steht („Wie oft kommt das Wort Heimat vor?“).',
      fr: 'Le sens ne se compte pas ; je peux montrer où un mot revient (« Combien de fois apparaît le mot maison ? »).',
      es: 'El sentido no se cuenta; puedo mostrar dónde está una palabra («¿Cuántas veces aparece la palabra casa?»).',
    },
  },
  {
    fits: /\b(?:similar (?:films?|movies?|scripts?)|like which|compared? (?:to|with)|genre|logline|title)\b|\b(?:ähnliche filme|genre|vergleich\w*|titel)\b|\b(?:films? (?:similaires?|comparables?)|genre|titre)\b|\b(?:películas? (?:parecidas?|similares?)|género|título)\b/,
    says: {
      en: 'I know no other films and name no genre; I can say what this one has: who speaks, where it plays, how it begins and ends.',
      de: 'Ich kenne keine anderen Filme und nenne kein Genre; ich kann sagen, was dieses Buch hat: wer spricht, wo es spielt, wie es beginnt und endet.',
      fr: 'Je ne connais pas d’autres films et ne nomme aucun genre ; je peux dire ce qu’il y a ici : qui parle, où, le début et la fin.',
      es: 'No conozco otras películas ni nombro géneros; puedo decir lo que hay aquí: quién habla, dónde, cómo empieza y acaba.',
    },
  },
  {
    fits: /\b(?:drags?|satisfying|should (?:i|we)|like it|funnier|good|bad|better|best|worst|boring|funny|great|interesting|original|realistic|believable|convincing|strong|weak|work(?:s|ing)?|emotional|cheesy|professional|opinion|think of|rate|score)\b|\b(?:soll(?:te)? ich|gefällt|gut|schlecht|besser|langweilig|lustig|witzig|spannend|glaubwürdig|originell|funktioniert|meinst|findest|bewerte)\b|(?<!\p{L})(?:faut-il|dois-je|aime[sz]?|bon|bonne|bien|mauvais\w*|ennuyeux|drôle|intéressant\w*|crédible|original\w*|penses|avis|fonctionne|réussi\w*)(?!\p{L})|(?<!\p{L})(?:debo|debería|gusta|buen[oa]?|mal[oa]?|mejor|aburrid\w*|divertid\w*|graciosa?o?|interesante|creíble|original|funciona|opinas|piensas)(?!\p{L})/u,
    says: {
      en: 'Whether it is good I cannot judge; I can point to lines that a professional would change: ask “Check the script”.',
      de: 'Ob es gut ist, kann ich nicht beurteilen; ich kann Zeilen zeigen, die ein Profi ändern würde: Fragen Sie „Check the script“.',
      fr: 'Si c’est bon, je ne peux en juger ; je peux montrer les lignes qu’un professionnel changerait : demandez « Check the script ».',
      es: 'Si es bueno no puedo juzgarlo; puedo señalar líneas que un profesional cambiaría: pida «Check the script».',
    },
  },
];

const unknown: InLanguages = {
  en: 'For that I have no rule; what I know is who speaks, appears and meets, what is where and how long, and how often a word occurs.',
  de: 'Dafür habe ich keine Regel; ich weiß, wer spricht, auftritt und sich begegnet, was wo steht und wie lang ist, und wie oft ein Wort vorkommt.',
  fr: 'Je n’ai pas de règle pour cela ; je sais qui parle, paraît et se croise, ce qui est où et combien cela dure, et combien de fois un mot revient.',
  es: 'Para eso no tengo regla; sé quién habla, aparece y coincide, qué hay dónde y cuánto dura, y cuántas veces sale una palabra.',
};

/**
 * Matches requests for an opinion, which must not be answered with a length: "Does the second act
 * drag?", "Should I cut scene 4?"
 */
export const opinion =
  /\b(?:drags?|boring|satisfying|too (?:slow|weak|predictable|confusing)|should (?:i|we)|do you like)\b|\b(?:soll(?:te)? ich|sollen wir|gefällt dir|langweilig)\b|\b(?:(?<!temps )faut-il|dois-je|devrais-je|tu aimes|vous aimez|aimes-tu)\b|\b(?:debo|debería|te gusta|le gusta)\b/;

/** Return one sentence on what rules cannot judge; null for any other question. */
export function cannotJudge(words: string, language: AnswerLanguage): string | null {
  return unsupportedQuestions.find(({ fits }) => fits.test(words))?.says[language] ?? null;
}

/**
 * Return the answer to a question without a match: where its rarest word occurs in the script, or
 * what to ask instead.
 */
export function evidenceFor({ words, facts }: ParsedQuestion, language: AnswerLanguage): string {
  const candidates = [...new Set(words.match(/[\p{L}]{4,}/gu) ?? [])].filter((word) => !plain.test(word));
  const found = candidates
    .map((word) => {
      const pattern = new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu');
      return { word, places: facts.texts.flatMap((text, index) => (pattern.test(text) ? [index] : [])) };
    })
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => a.places.length - b.places.length)[0];
  const at = found?.places[0] ?? -1;
  const scene = facts.scenes[facts.sceneAt[at] ?? -1];
  if (!found || !scene) return unknown[language];
  const [where, line] = [sceneIn(language, scene), quote(facts.texts[at] ?? '', 90)];
  return {
    en: `For that I have no rule, only the place where the script speaks of “${found.word}” first: ${numberedScene(scene)}, ${line}.`,
    de: `Dafür habe ich keine Regel, nur die Stelle, an der das Drehbuch zuerst von „${found.word}“ spricht: ${where}, ${line}.`,
    fr: `Je n’ai pas de règle pour cela, seulement l’endroit où le scénario parle d’abord de « ${found.word} » : ${where}, ${line}.`,
    es: `Para eso no tengo regla, solo el lugar donde el guion habla primero de «${found.word}»: ${where}, ${line}.`,
  }[language];
}

const plain =
  /^(?:this|that|what|when|where|which|with|have|does|there|they|them|then|from|about|would|could|should|their|your|will|into|than|just|like|more|most|some|much|many|tell|know|scene|script|story|film|page|eine|einer|einen|oder|aber|noch|auch|dass|wird|dans|avec|pour|cette|quel|quelle|sont|esta|este|para|como|pero|tiene)$/;
