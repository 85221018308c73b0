import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { factsOfProject, type ReadProject } from '#screenplay/facts/project.ts';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { nightFerryInput } from '../testset/nightFerry.ts';
import { answer } from './answer.ts';

/** A question with a part of its answer. */
type QuestionCase = readonly [question: string, part: string];

const computed: readonly QuestionCase[] = [
  [
    'How often does the word "Thursday" occur?',
    '“Thursday” occurs 2 times, 2 of them in dialogue; first in scene 1 (EXT.',
  ],
  ['how many times is ticket said', '“ticket” occurs 2 times, 2 of them in dialogue; first in scene 1 (EXT.'],
  [
    'How many times does "car" appear in the script?',
    '“CAR” occurs 1 time, 0 of them in dialogue; first in scene 2 (INT. LINNEA -',
  ],
  [
    'Wie oft kommt das Wort „Thursday“ vor?',
    '“Thursday” kommt 2 Mal vor, davon 2 im Dialog; zuerst in Szene 1 (EXT.',
  ],
  [
    'Wie oft wird Ticket gesagt?',
    '“ticket” kommt 2 Mal vor, davon 2 im Dialog; zuerst in Szene 1 (EXT. HARBOUR',
  ],
  [
    'Combien de fois apparaît le mot « Thursday » ?',
    '“Thursday” apparaît 2 fois, dont 2 dans le dialogue ; d’abord dans la scène 1',
  ],
  [
    'Combien de fois le mot ticket apparaît-il ?',
    '“ticket” apparaît 2 fois, dont 2 dans le dialogue ; d’abord dans la scène 1',
  ],
  [
    '¿Cuántas veces aparece la palabra "Thursday"?',
    '“Thursday” aparece 2 veces, 2 de ellas en el diálogo; primero en la escena 1',
  ],
  [
    '¿Cuántas veces se dice ticket en el guion?',
    '“ticket” aparece 2 veces, 2 de ellas en el diálogo; primero en la escena 1',
  ],
  ['What happens on page 1?', 'On page 1: scene 1 (EXT. HARBOUR - NIGHT), scene 2 (INT. LINNEA - CAR DECK -'],
  ['What happens on page 30?', 'There is no page 30: the script has 2 pages.'],
  ['Who is on page 2?', 'On page 2: scene 5 (EXT. OPEN SEA - DAWN). Speaking: MARA. “No moon. One lamp'],
  [
    'Was passiert auf Seite 1?',
    'Auf Seite 1: Szene 1 (EXT. HARBOUR - NIGHT), Szene 2 (INT. LINNEA - CAR DECK',
  ],
  ['Was passiert auf Seite 30?', 'Eine Seite 30 gibt es nicht: Das Drehbuch hat 2 Seiten.'],
  [
    'Que se passe-t-il à la page 1 ?',
    'Page 1 : scène 1 (EXT. HARBOUR - NIGHT), scène 2 (INT. LINNEA - CAR DECK -',
  ],
  ["Qu'est-ce qui se passe page 9 ?", 'Il n’y a pas de page 9 : le scénario a 2 pages.'],
  [
    '¿Qué pasa en la página 1?',
    'En la página 1: escena 1 (EXT. HARBOUR - NIGHT), escena 2 (INT. LINNEA - CAR',
  ],
  ['¿Qué ocurre en la página 40?', 'No hay página 40: el guion tiene 2 páginas.'],
  ['Which scenes share a place?', 'No two scenes share a place: every heading names another one.'],
  ['Are there scenes at the same location?', 'No two scenes share a place: every heading names another one.'],
  [
    'Welche Szenen spielen am selben Ort?',
    'Keine zwei Szenen teilen einen Ort: Jede Überschrift nennt einen anderen.',
  ],
  ['Quelles scènes partagent le même lieu ?', 'Aucun lieu ne revient : chaque intitulé en nomme un autre.'],
  ['¿Qué escenas comparten el mismo lugar?', 'Ningún lugar se repite: cada encabezado nombra otro.'],
  ['Who never meets?', 'Never in one scene: TOBIAS / STOKER, MARA / STOKER and CAPTAIN / STOKER.'],
  [
    'Which characters never meet?',
    'Never in one scene: TOBIAS / STOKER, MARA / STOKER and CAPTAIN / STOKER.',
  ],
  ['Who does Mara never meet?', 'MARA is never in a scene with STOKER.'],
  ['Wer begegnet sich nie?', 'Nie in einer Szene: TOBIAS / STOKER, MARA / STOKER und CAPTAIN / STOKER.'],
  ['Wem begegnet Mara nie?', 'MARA ist nie in einer Szene mit STOKER.'],
  ['Qui ne se rencontre jamais ?', 'Jamais dans la même scène : TOBIAS / STOKER, MARA / STOKER et CAPTAIN /'],
  ['Qui Mara ne croise-t-elle jamais ?', 'MARA n’est jamais dans une scène avec STOKER.'],
  [
    '¿Quiénes nunca se encuentran?',
    'Nunca en la misma escena: TOBIAS / STOKER, MARA / STOKER y CAPTAIN / STOKER.',
  ],
  ['¿Con quién no coincide nunca Mara?', 'MARA nunca está en una escena con STOKER.'],
  ['What is the reading time?', 'About 1 minute to read in silence (144 words at 230 a minute), and about 1'],
  [
    'How long does it take to read?',
    'About 1 minute to read in silence (144 words at 230 a minute), and about 1',
  ],
  [
    'Wie lange braucht man zum Lesen?',
    'Still gelesen etwa 1 Minute (144 Wörter bei 230 in der Minute), als Leseprobe',
  ],
  [
    'Wie lange dauert es, das zu lesen?',
    'Still gelesen etwa 1 Minute (144 Wörter bei 230 in der Minute), als Leseprobe',
  ],
  [
    'Combien de temps faut-il pour le lire ?',
    'Environ 1 minute en lecture silencieuse (144 mots à 230 par minute), et',
  ],
  [
    '¿Cuánto se tarda en leer el guion?',
    'Aproximadamente 1 minuto en silencio (144 palabras a 230 por minuto) y 1',
  ],
  [
    'What are the longest speeches?',
    'The longest speeches: CAPTAIN, scene 3: 8 words (“Good evening. The crossing',
  ],
  [
    "What is Tobias's longest speech?",
    'The longest speeches: TOBIAS, scene 1: 7 words (“I need to be on this',
  ],
  [
    'Was ist die längste Rede?',
    'Die längsten Reden: CAPTAIN, Szene 3: 8 Wörter (“Good evening. The crossing',
  ],
  [
    'Quelle est la plus longue réplique ?',
    'Les plus longues répliques : CAPTAIN, scène 3: 8 mots (“Good evening. The',
  ],
  [
    '¿Cuál es el parlamento más largo?',
    'Los parlamentos más largos: CAPTAIN, escena 3: 8 palabras (“Good evening. The',
  ],
  [
    'How long is the sequence?',
    'No scene is sorted into a sequence yet; ask for a row of scenes instead: “How',
  ],
  ['How long are scenes 1 to 3?', 'Scenes 1, 2 and 3: 1 page in 3 scenes from page 1, about 1 minute.'],
  ['Wie lang ist die Sequenz?', 'Noch ist keine Szene einer Sequenz zugeordnet; fragen Sie nach einer Reihe'],
  ['Wie lang sind Szene 1 bis 3?', 'Szenen 1, 2 und 3: 1 Seite in 3 Szenen ab Seite 1, etwa 1 Minute.'],
  [
    'Combien durent les scènes 1 à 3 ?',
    'Scènes 1, 2 et 3 : 1 page en 3 scènes à partir de la page 1, environ 1 minute.',
  ],
  [
    '¿Cuánto duran las escenas 1 a 3?',
    'Escenas 1, 2 y 3: 1 página en 3 escenas desde la página 1, aproximadamente 1',
  ],
  [
    'Are there continuity errors?',
    'I checked times of day of scenes that go on, ages, and spellings of names and',
  ],
  [
    'Does anything contradict itself?',
    'I checked times of day of scenes that go on, ages, and spellings of names and',
  ],
  ['Gibt es Anschlussfehler?', 'Geprüft habe ich Tageszeiten von Szenen, die weitergehen, Altersangaben und'],
  [
    'Y a-t-il des problèmes de raccord ?',
    'J’ai vérifié les heures des scènes qui s’enchaînent, les âges et les graphies',
  ],
  [
    '¿Hay errores de continuidad?',
    'He revisado las horas de las escenas que continúan, las edades y las grafías',
  ],
  ['Wer spricht am meisten?', 'Am meisten spricht TOBIAS: 17 Wörter, 4 Reden, 40%. Dann MARA (14), CAPTAIN'],
  ['Qui parle le plus ?', 'C’est TOBIAS qui parle le plus : 17 mots, 4 répliques, 40%. Puis MARA (14),'],
  ['¿Quién habla más?', 'Quien más habla es TOBIAS: 17 palabras, 4 parlamentos, 40%. Luego MARA (14),'],
  [
    'Wo taucht Mara zuerst auf?',
    'MARA erscheint zuerst in Szene 1 (EXT. HARBOUR - NIGHT), auf Seite 1: “Rain',
  ],
  [
    'Où Tobias apparaît-il pour la première fois ?',
    'TOBIAS apparaît d’abord dans la scène 1 (EXT. HARBOUR - NIGHT), page 1 :',
  ],
  [
    '¿Dónde aparece Mara por primera vez?',
    'MARA aparece primero en la escena 1 (EXT. HARBOUR - NIGHT), página 1: “Rain',
  ],
  ['Treffen sich Mara und der Stoker?', 'MARA und STOKER sind nie in einer Szene.'],
  ['Mara et Tobias sont-ils ensemble ?', 'MARA et TOBIAS sont ensemble : scènes 1 et 3.'],
  ['¿Están juntos Mara y Tobias?', 'MARA y TOBIAS están juntos: escenas 1 y 3.'],
  ['Wer ist in Szene 3?', 'Szene 3 (INT. LINNEA - SALOON - LATER): 3/8 Seite, etwa 1 Minute, ab Seite 1.'],
  [
    'Qui est dans la scène 3 ?',
    'Scène 3 (INT. LINNEA - SALOON - LATER) : 3/8 page, environ 1 minute, à partir',
  ],
  ['¿Quién está en la escena 3?', 'Escena 3 (INT. LINNEA - SALOON - LATER): 3/8 página, aproximadamente 1'],
  ['Was passiert in Szene 12?', 'Eine Szene 12 gibt es nicht: Das Drehbuch hat 5 Szenen.'],
  ['Wie viele Szenen gibt es?', '5 Szenen.'],
  ['Combien de scènes y a-t-il ?', '5 scènes.'],
  ['¿Cuántas escenas hay?', '5 escenas.'],
  ['Welche Szenen spielen nachts?', 'Nachts: 4 von 5 Szenen: Szenen 1, 2, 3 und 4.'],
  ['Quelles scènes sont de nuit ?', 'De nuit : 4 sur 5 scènes: scènes 1, 2, 3 et 4.'],
  ['¿Qué escenas son de noche?', 'De noche: 4 de 5 escenas: escenas 1, 2, 3 y 4.'],
  ['Welche Szene ist die längste?', 'Am längsten ist Szene 1 (EXT. HARBOUR - NIGHT): 3/8 Seite.'],
  [
    'Quelle est la scène la plus courte ?',
    'La plus courte est la scène 2 (INT. LINNEA - CAR DECK - CONTINUOUS) : 2/8',
  ],
  ['¿Cuál es la escena más larga?', 'La más larga es la escena 1 (EXT. HARBOUR - NIGHT): 3/8 página.'],
  ['Wo spielt die Geschichte?', '5 Orte: HARBOUR (1), LINNEA - SALOON (1), LINNEA - CAR DECK (1), LINNEA -'],
  ['Quels sont les lieux ?', '5 lieux: HARBOUR (1), LINNEA - SALOON (1), LINNEA - CAR DECK (1), LINNEA -'],
  [
    '¿Cuáles son los lugares?',
    '5 lugares: HARBOUR (1), LINNEA - SALOON (1), LINNEA - CAR DECK (1), LINNEA -',
  ],
  ['Welche Figuren gibt es?', '4 Figuren: TOBIAS (4), MARA (4), CAPTAIN (1) und STOKER (1).'],
  ['Quels personnages y a-t-il ?', '4 personnages: TOBIAS (4), MARA (4), CAPTAIN (1) et STOKER (1).'],
  ['¿Qué personajes hay?', '4 personajes: TOBIAS (4), MARA (4), CAPTAIN (1) y STOKER (1).'],
  ['Wie viele Seiten hat das Drehbuch?', '2 Seiten, 1 Minute.'],
  ['Combien de pages a le scénario ?', '2 pages, 1 minute.'],
  ['¿Cuántas páginas tiene el guion?', '2 páginas, 1 minuto.'],
  ['In welchen Szenen ist Tobias?', 'TOBIAS ist in 3 Szenen: Szenen 1, 2 und 3.'],
  ['Dans quelles scènes est Tobias ?', 'TOBIAS est dans 3 scènes: scènes 1, 2 et 3.'],
  ['¿En qué escenas está Tobias?', 'TOBIAS está en 3 escenas: escenas 1, 2 y 3.'],
];

/**
 * Questions that no rule can judge, or that match nothing. The answer is one sentence in the
 * language of the question.
 */
const beyondRules: readonly QuestionCase[] = [
  ['Is it any good?', 'Whether it is good I cannot judge; I can point to lines that a professional'],
  [
    'Is the dialogue realistic?',
    'Whether it is good I cannot judge; I can point to lines that a professional',
  ],
  ['Ist das Drehbuch gut?', 'Ob es gut ist, kann ich nicht beurteilen; ich kann Zeilen zeigen, die ein'],
  ["Est-ce que c'est bon ?", 'Si c’est bon, je ne peux en juger ; je peux montrer les lignes qu’un'],
  ['¿Es bueno el guion?', 'Si es bueno no puedo juzgarlo; puedo señalar líneas que un profesional'],
  ['What is the theme?', 'What it means is not for counting; I can show where a word of it stands (“How'],
  ['Was ist das Thema?', 'Was es bedeutet, lässt sich nicht zählen; ich kann zeigen, wo ein Wort dafür'],
  ['Quel est le thème ?', 'Le sens ne se compte pas ; je peux montrer où un mot revient (« Combien de'],
  ['¿Cuál es el tema?', 'El sentido no se cuenta; puedo mostrar dónde está una palabra («¿Cuántas'],
  [
    'Why does Mara count the cars?',
    'Reasons and feelings I cannot read out of lines; select a line of theirs and',
  ],
  [
    'Warum zählt Mara die Autos?',
    'Gründe und Gefühle lese ich nicht aus Zeilen; wählen Sie eine Zeile der Figur',
  ],
  [
    'Pourquoi Mara compte-t-elle les voitures ?',
    'Je ne lis ni raisons ni sentiments dans les lignes ; choisissez une réplique',
  ],
  [
    '¿Por qué cuenta Mara los coches?',
    'No leo razones ni sentimientos en las líneas; elija una línea suya y pregunte',
  ],
  [
    'Write me a new ending scene',
    'I write nothing new; with a line selected I can offer tighter wordings of',
  ],
  ['Schreib mir ein neues Ende', 'Neues schreibe ich nicht; zu einer ausgewählten Zeile kann ich knappere'],
  ['Écris une nouvelle fin', 'Je n’écris rien de nouveau ; pour une ligne choisie je peux proposer des'],
  ['Escribe un final nuevo', 'No escribo nada nuevo; con una línea elegida puedo ofrecer versiones más'],
  ['Who should play Mara?', 'Whom to cast is not in the script; I can tell how large each part is (“Who'],
  [
    'Wer soll Mara spielen? Welche Schauspieler?',
    'Wen man besetzt, steht nicht im Drehbuch; ich kann sagen, wie groß jede Rolle',
  ],
  [
    'How much would it cost to shoot?',
    'What it costs and who would buy it I cannot judge; I can count what costs:',
  ],
  ['Wird sich das verkaufen?', 'Was es kostet und wer es kauft, kann ich nicht beurteilen; zählen kann ich,'],
  ['Combien coûte le film ?', 'Je ne peux juger ni le coût ni le public ; je peux compter ce qui coûte :'],
  ['¿Se puede vender?', 'No puedo juzgar qué cuesta ni quién lo compraría; puedo contar lo que cuesta:'],
  [
    'What other films is it like? Any similar films?',
    'I know no other films and name no genre; I can say what this one has: who',
  ],
  ['Tell me about the horse', 'For that I have no rule, only the place where the script speaks of “horse”'],
  ['What colour is the taxi?', 'For that I have no rule, only the place where the script speaks of “taxi”'],
  [
    'Welche Farbe hat das Taxi?',
    'Dafür habe ich keine Regel, nur die Stelle, an der das Drehbuch zuerst von',
  ],
];

const ofCorpus: Readonly<Record<string, readonly QuestionCase[]>> = {
  'my-living-memory.fountain': [
    [
      'How many scenes are there?',
      'The script has 9 scenes on 15 pages; on average a scene is 1 5/8 pages (about',
    ],
    ['Who speaks most?', 'KATE (636 words in 58 speeches) speaks most: 47% of the 1340 words of'],
    [
      'Wer spricht am meisten?',
      'Am meisten spricht KATE: 636 Wörter, 58 Reden, 47%. Dann HARRY (189), BETTY',
    ],
    [
      'How often does the word "memory" occur?',
      '“memory” occurs 1 time, 0 of them in dialogue; first in scene 5 (INT. LIVING',
    ],
    [
      'What happens on page 5?',
      'On page 5: scene 4 (INT. LIVING ROOM - DAY) and scene 5 (INT. LIVING ROOM -',
    ],
    [
      '¿Qué pasa en la página 3?',
      'En la página 3: escena 4 (INT. LIVING ROOM - DAY). Hablan: MATTHEW, KATE y',
    ],
    [
      'Which scenes share a place?',
      '2 places with more than one scene: PARK PLAYGROUND (scenes 3 and 6) and',
    ],
    ['Who never meets?', 'Never in one scene: HARRY / BETTY, HARRY / CONDUCTOR, HARRY / BURTON, HARRY /'],
    [
      'What are the longest speeches?',
      'The longest speeches: KATE, scene 5: 79 words (“The military stepped in and',
    ],
  ],
  'last-birthday-card.fountain': [
    [
      'How often does the word "gun" occur?',
      '“gun” occurs 4 times, 0 of them in dialogue; first in scene 12 (INT. HOFF AND',
    ],
    [
      'Combien de fois apparaît le mot "Scott" ?',
      '“SCOTT” apparaît 80 fois, dont 6 dans le dialogue ; d’abord dans la scène 1',
    ],
    ['Wer begegnet sich nie?', 'Nie in einer Szene: SCOTT / WOMAN, BAXTER / NAK, BAXTER / BILLUPS, BAXTER /'],
    ['Which scenes share a place?', '1 place with more than one scene: SCOTT (scenes 36 and 44).'],
    [
      'What is the reading time?',
      'About 15 minutes to read in silence (3548 words at 230 a minute), and about',
    ],
    [
      'What happens on page 10?',
      'On page 10: scene 23 (INT. SOUTHERN EXPOSURE GALLERY, SOUTH OF MARKET), scene',
    ],
    [
      'Where does Nak first appear?',
      'NAK first appears in scene 6 (INT. SAUSALITO HOME, THE NEXT MORNING), on page',
    ],
  ],
  'buckets.fdx': [
    [
      'How often does the word "hat" occur?',
      '“hat” occurs 10 times, 2 of them in dialogue; first in scene 12 (INT.',
    ],
    ['Who speaks most?', 'DANIEL (3447 words in 224 speeches) speaks most: 63% of the 5467 words of'],
    ['What happens on page 30?', 'On page 30: scene 22 (INT. GREENSCREEN SHED). Speaking: DANIEL, BUSINESS'],
    ['¿Quién habla más?', 'Quien más habla es DANIEL: 3447 palabras, 224 parlamentos, 63%. Luego KATRINA'],
    [
      'Quelle est la plus longue réplique ?',
      'Les plus longues répliques : DANIEL, scène 21: 39 mots (“Many times I will',
    ],
    ['Do Daniel and Angela meet?', 'DANIEL and ANGELA are never in one scene.'],
  ],
};

const facts = factsOfProject(nightFerryInput());

describe('answer about the test script', () => {
  test.each(computed)('answers "%s"', (question, part) => {
    const { text, understood } = answer(question, facts);
    expect(understood).toBe(true);
    expect(text).toContain(part);
  });

  test.each(beyondRules)('explains its limits for "%s"', (question, part) => {
    const { text, understood } = answer(question, facts);
    expect(understood).toBe(false);
    expect(text).toContain(part);
    expect(text).not.toMatch(/\n|\d pages?\b/);
  });

  test('has different sentences for different kinds of questions that it cannot answer', () => {
    expect(new Set(beyondRules.map(([question]) => answer(question, facts).text)).size).toBeGreaterThan(20);
  });
});

const corpus = path.join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files');
const availableScripts = Object.keys(ofCorpus).filter((name) => fs.existsSync(path.join(corpus, name)));
if (availableScripts.length === 0)
  console.warn(`SKIPPED: no scripts in ${corpus}; set CORPUS_DIR to ask about them.`);

function factsOf(name: string): ReadProject {
  const bytes = fs.readFileSync(path.join(corpus, name));
  const result = name.endsWith('.fdx') ? parseFdx(bytes) : parseFountain(bytes.toString('utf8'));
  if (!result.ok) throw new Error(result.message);
  return factsOfProject({
    elements: result.screenplay.elements.map((element, at) => ({ ...element, id: at + 1 })),
  });
}

describe.each(availableScripts)('answer about %s', (name) => {
  const read = factsOf(name);
  test.each(ofCorpus[name] ?? [])('answers "%s"', (question, part) => {
    expect(answer(question, read).text).toContain(part);
  });
});

test('counts a name in action and dialogue, but not in cues', () => {
  const read = parseFountain('INT. DECK - NIGHT\n\nMara waits.\n\nMARA\nI am Mara.\n');
  if (!read.ok) throw new Error(read.message);
  const elements = read.screenplay.elements.map((element, at) => ({ ...element, id: at + 1 }));
  expect(answer('How often does the word "Mara" occur?', factsOfProject({ elements })).text).toContain(
    '“Mara” occurs 2 times, 1 of them in dialogue',
  );
});

test('measures a sequence by its scenes', () => {
  const input = nightFerryInput();
  const scenes = input.scenes?.map((scene, at) => ({ ...scene, sequence: at < 3 ? 'The storm' : null }));
  const sorted = factsOfProject({ ...input, scenes });
  expect(answer('How long is the sequence "The storm"?', sorted).text).toContain(
    '“The storm”: 1 page in 3 scenes',
  );
  expect(answer('Wie lang ist die Sequenz The storm?', sorted).text).toContain(
    '“The storm”: 1 Seite in 3 Szenen',
  );
});

test('tests at least 120 questions in four languages', () => {
  const all = [...computed, ...beyondRules, ...Object.values(ofCorpus).flat()];
  expect(new Set(all.map(([question]) => question)).size).toBeGreaterThanOrEqual(120);
});
