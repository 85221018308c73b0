import { describe, expect, test } from 'vitest';
import { factsOfProject } from '#screenplay/facts/project.ts';
import { quickPrompts } from '#screenplay/quickPrompts.ts';
import { doctorElements, idOfText, nightFerryInput } from '../testset/nightFerry.ts';
import { answer } from './answer.ts';

const input = nightFerryInput();
const facts = factsOfProject(input);
const ask = (question: string, text?: string) =>
  answer(question, facts, text === undefined ? null : { elementId: idOfText(input, text) });

const maxWords =
  'TOBIAS (17 words in 4 speeches) speaks most: 40% of the 42 words of dialogue. Then MARA (14 words in 4 speeches), CAPTAIN (8 words in 1 speech) and STOKER (3 words in 1 speech).';

describe('answer to factual questions', () => {
  test.each([
    ['Who speaks most?', maxWords],
    ['who talks the most', maxWords],
    ['Which character has the most lines?', maxWords],
    ['Who has the most dialogue', maxWords],
    ['who speaks the least?', 'STOKER (3 words in 1 speech) speaks least'],
    [
      'Where does Mara first appear?',
      'MARA first appears in scene 1 (EXT. HARBOUR - NIGHT), on page 1: “Rain on black water. MARA',
    ],
    [
      'when do we first meet tobias',
      'TOBIAS first appears in scene 1 (EXT. HARBOUR - NIGHT), on page 1: “TOBIAS falls out',
    ],
    [
      'When does the Stoker first speak?',
      'STOKER first speaks in scene 4 (INT. LINNEA - ENGINE ROOM - NIGHT), on page 1: “Who touched that?”',
    ],
    ['Where is Mara last seen?', 'MARA is last seen in scene 5 (EXT. OPEN SEA - DAWN)'],
    ['where does ingrid first appear', 'INGRID is in the character list, but nowhere in the script.'],
    [
      'How many lines does Tobias have?',
      'TOBIAS has 4 speeches with 17 words together, 40% of all dialogue, in 3 scenes.',
    ],
    [
      'How often does the word “Thursday” occur?',
      '“Thursday” occurs 2 times, 2 of them in dialogue; first in scene 1',
    ],
    ['How much does Tobias talk?', 'TOBIAS has 4 speeches'],
    ['Which scenes is Mara in?', 'MARA is in 3 scenes, and speaks in all of them: scenes 1, 3 and 5.'],
    ['How many scenes is Tobias in?', 'TOBIAS is in 3 scenes, and speaks in all of them: scenes 1, 2 and 3.'],
    [
      'Which scenes have Mara and Tobias together?',
      'MARA and TOBIAS are together in 2 scenes: scenes 1 and 3.',
    ],
    ['Do Mara and the Stoker meet?', 'MARA and STOKER are never in one scene.'],
    ['Who does Mara talk to?', 'MARA speaks in scenes with TOBIAS (2 scenes) and CAPTAIN (1 scene).'],
    [
      'List the characters',
      '4 people speak: TOBIAS (4 speeches), MARA (4 speeches), CAPTAIN (1 speech) and STOKER (1 speech). In the character list without a line: INGRID.',
    ],
    ['Who never speaks?', 'In the character list and nowhere in the script: INGRID.'],
    ['Tell me about Mara', 'The character card says “Loadmaster” and “Counts everything twice.”'],
    ['How many scenes are there?', 'The script has 5 scenes on 2 pages'],
    ['Which scenes are at night?', '4 scenes of 5 are at night: scenes 1, 2, 3 and 4.'],
    ['how many night scenes', '4 scenes of 5 are at night'],
    ['Which scenes are outside?', '2 scenes of 5 are outside: scenes 1 and 5.'],
    ['interior scenes by day', 'None of the 5 scenes is inside by day.'],
    [
      'What is scene 4 about?',
      'Scene 4 (INT. LINNEA - ENGINE ROOM - NIGHT). Speaking part: STOKER (1 speech).',
    ],
    [
      'what happens in scene four',
      'It begins “Pistons. The light goes amber. A STOKER wipes his hands.” STOKER: “Who touched that?”',
    ],
    ['Who is in scene 3?', 'Speaking parts: CAPTAIN (1 speech), MARA (1 speech) and TOBIAS (1 speech).'],
    ['Who is in scene 12?', 'There is no scene 12: the script has 5 scenes, from 1 to 5.'],
    [
      'What does Mara say in scene 3?',
      'MARA has 1 speech in scene 3 (INT. LINNEA - SALOON - LATER): “How old is she?”',
    ],
    ['Is the captain in scene 1?', 'CAPTAIN is not in scene 1 (EXT. HARBOUR - NIGHT).'],
    ['What page is scene 5 on?', 'Scene 5 (EXT. OPEN SEA - DAWN) begins on page'],
    ['How long is scene 1?', 'Scene 1 (EXT. HARBOUR - NIGHT) is'],
    ['What is the longest scene?', 'The longest is scene 1 (EXT. HARBOUR - NIGHT)'],
    ['Which scenes are in the saloon?', '1 scene is set at SALOON: scene 3.'],
    ['List the locations', '5 locations, the longest first: HARBOUR (1 scene)'],
    ['Where does it take place?', '5 locations'],
    ['How long is act two?', 'Act two (The Crossing) is'],
    ['how long is act 2', 'in 2 scenes from page'],
    ['How many scenes are in the second act?', 'in 2 scenes'],
    ['Which scenes are in act one?', 'Act one (Boarding) has 2 scenes: scenes 1 and 2.'],
    ['Who is in act three?', 'In act three speak MARA.'],
    ['How long is act four?', 'There is no act four: the script has 3 acts.'],
    ['How many acts are there?', 'The script has 3 acts: act one with 2 scenes'],
    ['How many pages?', 'The script has 2 pages'],
    ['How many words does the script have?', '(42 of them spoken) and 5 scenes.'],
    ['How long is the script?', 'At a minute a page it runs about'],
    ['How many speeches are there?', '10 speeches with 42 words together, by 4 people.'],
    ['What beats are in the plan?', 'The plan has 1 beat: “The forty-third car” (act three).'],
    ['Who says “after you”?', 'TOBIAS in scene 2 (“After you.”) says it.'],
    ["who said 'man overboard'", 'Nobody says “man overboard” in this script.'],
    ['Who talks to Tobias?', 'TOBIAS speaks in scenes with MARA (2 scenes) and CAPTAIN (1 scene).'],
    ['How often does Mara appear?', 'MARA is in 3 scenes'],
    ['When does the captain speak?', 'CAPTAIN first speaks in scene 3'],
    ['Which scenes are set in the engine room?', '1 scene is set at ENGINE ROOM: scene 4.'],
    ['What is the average scene length?', 'on average a scene is'],
    [
      'What is the script about?',
      'begins with scene 1 (EXT. HARBOUR - NIGHT) and ends with scene 5 (EXT. OPEN SEA - DAWN).',
    ],
    ['help', 'I am the built-in script doctor'],
    ['Fix this', 'Select a line of the script first'],
    ['List the scenes', 'The scenes in order: 1 EXT. HARBOUR - NIGHT, 2 INT. LINNEA - CAR DECK - CONTINUOUS'],
  ])('answers "%s"', (question, part) => {
    const reply = ask(question);
    expect(reply.understood).toBe(true);
    expect(reply.text).toContain(part);
  });

  test('takes “this scene” as the scene of the selected line', () => {
    expect(ask('Who is in this scene?', 'After you').text).toContain(
      'Scene 2 (INT. LINNEA - CAR DECK - CONTINUOUS)',
    );
  });

  test("prefers the script's own scene numbers to positions", () => {
    const elements = doctorElements('INT. BRIDGE - DAY #12#\n\nRain.\n\nINT. SALOON - DAY #12A#\n\nTea.');
    const text = answer('What is scene 12a about?', factsOfProject({ elements })).text;
    expect(text).toContain('Scene 12A (INT. SALOON - DAY)');
  });

  test('names no act for scenes that were never sorted into acts', () => {
    const { elements } = nightFerryInput();
    expect(answer('How long is act two?', factsOfProject({ elements })).text).toContain(
      'Nothing tells where the acts begin',
    );
    const acts = [{ number: 2, title: 'The Crossing', startPage: 31, endPage: 90 }];
    expect(answer('How long is act two?', factsOfProject({ elements, acts })).text).toContain(
      'The plan gives act two 60 pages, from page 31 to 90.',
    );
  });

  test('reads the acts from act lines in the script', () => {
    const elements = doctorElements(
      '> ACT ONE <\n\nINT. BRIDGE - DAY\n\nRain.\n\n> ACT TWO <\n\nINT. SALOON - DAY\n\nTea.\n\nINT. HOLD - DAY\n\nDark.',
    );
    expect(answer('Which scenes are in act two?', factsOfProject({ elements })).text).toMatch(
      /^Act two has 2 scenes/,
    );
  });

  test('replies with one or two sentences to unknown questions and names', () => {
    for (const question of ['What is the meaning of the sea?', '', '???', 'Where does Zelda first appear?']) {
      const reply = ask(question);
      expect(reply).toMatchObject({ understood: false, findings: [] });
      expect(reply.text.match(/[.!?](?=\s|$)/g)?.length).toBeLessThanOrEqual(2);
    }
    expect(ask('Where does Zelda first appear?').text).toContain('I find nobody called Zelda in this script');
  });

  test('answers about an empty script', () => {
    const empty = factsOfProject({ elements: [] });
    for (const question of [
      'Who speaks most?',
      'How many scenes?',
      'List the locations',
      'How long is the script?',
      'Check the script',
      ...Object.values(quickPrompts).flat(),
    ])
      expect(answer(question, empty).text).not.toBe('');
  });
});

describe('answer to quick prompts', () => {
  const selected = {
    general: undefined,
    dialogue: 'I need to be',
    action: 'A HORSE',
    character: 'STOKER',
    other: 'INT. LINNEA - SALOON',
  } as const;
  const all = Object.entries(quickPrompts).flatMap(([context, prompts]) =>
    prompts.map((prompt) => [context, prompt] as const),
  );

  test('covers four prompts for each of five contexts', () => {
    expect(Object.values(quickPrompts).map((prompts) => prompts.length)).toEqual([4, 4, 4, 4, 4]);
  });

  test.each(all)('answers the %s prompt "%s" from the script', (context, prompt) => {
    const text = selected[context as keyof typeof selected];
    const reply = ask(prompt, text);
    expect(reply.understood).toBe(true);
    expect(reply.text).toMatch(/^I looked at /);
    expect(
      answer(
        prompt.toLowerCase().replace('?', ''),
        facts,
        text === undefined ? null : { elementId: idOfText(input, text) },
      ),
    ).toEqual(reply);
  });

  test('asks for a line when a prompt needs one and none is selected', () => {
    for (const prompt of [
      ...quickPrompts.dialogue,
      ...quickPrompts.action,
      ...quickPrompts.character,
      ...quickPrompts.other,
    ])
      expect(ask(prompt).text).toContain('Select a line');
  });

  test('explains on a line of action that a prompt is about a speech', () => {
    expect(ask('Add subtext', 'A HORSE').text).toContain('about a speech');
  });

  test('suggests three threads for what could happen next, each with its scene', () => {
    const { text } = ask('What could happen next?');
    expect(text).toContain('1. STOKER asks “Who touched that?” in scene 4, and nobody answers.');
    expect(text).toContain('2. Scene 2 makes us look at the HORSE');
    expect(text).toContain('3. TOBIAS was last in scene 3, 2 scenes ago, with the words “Six. On Thursday.”');
  });

  test('searches threads only up to the selected scene', () => {
    expect(ask('What could happen next?', 'After you').text).not.toContain('STOKER');
  });

  test('offers cuts for "Make it shorter and sharper"', () => {
    const elements = doctorElements(
      'INT. BRIDGE - DAY\n\nMARA\nWell, I think we should wait. I want to see the clock, you know.',
    );
    const reply = answer('Make it shorter and sharper', factsOfProject({ elements }), { elementId: 3 });
    expect(reply.findings.map(({ suggestedContent }) => suggestedContent)).toContain(
      'We should wait. I want to see the clock.',
    );
  });

  test('takes the cue of a speech for the speech', () => {
    expect(ask('Add subtext', 'STOKER').text).toContain('this speech');
  });

  test('counts the findings of each rule when asked to check the script', () => {
    const elements = doctorElements(
      'INT. BRIDGE - DAY\n\nThe captain is steering. The lamps are swinging.\n\nint. hold - day\n\nRain.',
    );
    const reply = answer('Check the script for problems', factsOfProject({ elements }));
    expect(reply.text).toContain(
      'found 3 things, the weightiest first: weak -ing form (2) and heading form (1).',
    );
    expect(reply.findings).toHaveLength(3);
  });

  test('improves the selected line on request', () => {
    const elements = doctorElements('INT. BRIDGE - DAY\n\nThe captain is steering.');
    expect(
      answer('Please rewrite this', factsOfProject({ elements }), { elementId: 2 }).findings[0]
        ?.suggestedContent,
    ).toBe('The captain steers.');
  });
});
