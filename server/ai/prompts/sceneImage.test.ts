import { describe, expect, test } from 'vitest';
import { defaultTemplates } from '#shared/promptTemplates.ts';
import { action, cue, dialogueLine, heading } from '#test/script.ts';
import { type SceneImageInput, sceneOrder } from './sceneImage.ts';

const scene = {
  heading: 'INT. CAR DECK - LATER',
  location: 'CAR DECK',
  timeOfDay: 'LATER',
  notes: 'Handheld.',
};
const elements = [
  heading('INT. CAR DECK - LATER'),
  action('Engines. *Two* vans.'),
  cue("TOBIAS (CONT'D)"),
  dialogueLine('You count everything?'),
  cue('MARA'),
  dialogueLine('Everything.'),
];

function ordered(input: Partial<SceneImageInput> = {}) {
  return sceneOrder({ template: null, scene, elements, timeBefore: null, ...input });
}

describe('the order of a scene’s picture', () => {
  test('is the default template, filled, in the format of a storyboard', () => {
    expect(ordered()).toMatchObject({
      task: 'scene',
      ratio: '16:9',
      prompt:
        'Cinematic storyboard frame. Scene: INT. CAR DECK - LATER. Location: CAR DECK. Time of day: LATER. ' +
        "Notes: Handheld. What happens: Engines. Two vans.\nTOBIAS (CONT'D)\nYou count everything?\nMARA\nEverything. " +
        'Film lighting, no text.',
    });
  });

  test('is the project’s own template where it has one', () => {
    expect(ordered({ template: 'Ink: {{location}} at {{timeOfDay}}.' }).prompt).toBe(
      'Ink: CAR DECK at LATER.',
    );
    expect(ordered({ template: ' \n' }).prompt).toBe(ordered().prompt);
  });

  test('says something where the template’s variables are empty', () => {
    const prompt = ordered({ template: '{{notes}}', scene: { ...scene, notes: null } }).prompt;
    expect(prompt).toContain('Scene: INT. CAR DECK - LATER');
    const nothing = { heading: '', location: null, timeOfDay: null, notes: null };
    expect(ordered({ scene: nothing, elements: [] }).prompt).toBe(
      'Cinematic storyboard frame. Film lighting, no text.',
    );
  });

  test('has at most 2,000 characters of the script, whole letters only', () => {
    const long = [action(`${'x'.repeat(1999)}🌊${'y'.repeat(100)}`)];
    expect(ordered({ template: '{{scriptContext}}', elements: long }).prompt).toBe('x'.repeat(1999));
    const short = [action('x'.repeat(2000))];
    expect(ordered({ template: '{{scriptContext}}', elements: short }).prompt).toHaveLength(2000);
  });

  test('stays within what a model takes, however often a template repeats itself', () => {
    const notes = 'n'.repeat(10_000);
    const template = '{{notes}} '.repeat(900);
    expect(ordered({ template, scene: { ...scene, notes } }).prompt).toHaveLength(32_000);
  });

  test('takes what the script says for text, braces included', () => {
    const words = [action('{{notes}} are pinned to the wall.')];
    const { prompt } = ordered({ template: defaultTemplates.scene, elements: words });
    expect(prompt).toContain('What happens: {{notes}} are pinned to the wall.');
  });

  test('tells the built-in engine the heading, the words, who speaks and what time it was', () => {
    expect(ordered({ timeBefore: 'night' }).facts).toEqual({
      type: 'scene',
      heading: 'INT. CAR DECK - LATER',
      text: "Engines. Two vans.\nTOBIAS (CONT'D)\nYou count everything?\nMARA\nEverything.",
      action: 'Engines. Two vans.',
      characters: ['TOBIAS', 'MARA'],
      cast: [],
      wish: 'Handheld.',
      timeBefore: 'night',
    });
    expect(ordered().facts).not.toHaveProperty('timeBefore');
    expect(ordered().facts).not.toHaveProperty('style');
  });

  test('has everybody of a cue of several in it, each once', () => {
    const joint = new Map([['MARA AND TOBIAS', ['MARA', 'TOBIAS']]]);
    const both = [...elements, cue('Mara and Tobias (O.S.)'), dialogueLine('Stop!'), cue('HOLGER')];
    const people = (input: Partial<SceneImageInput>) =>
      (ordered({ elements: both, ...input }).facts as { characters: string[] }).characters;
    expect(people({ joint })).toEqual(['TOBIAS', 'MARA', 'HOLGER']);
    expect(people({})).toEqual(['TOBIAS', 'MARA', 'Mara and Tobias', 'HOLGER']);
  });

  test('tells it the cards, and what the template asks for besides its variables', () => {
    const card = { name: 'MARA', age: 42, role: 'Loadmaster', description: 'A yellow oilskin coat.' };
    expect(ordered({ cast: [card], template: 'Sepia. {{sceneHeading}}. Low angle.' }).facts).toMatchObject({
      cast: [card],
      style: 'Sepia.  . Low angle.',
    });
  });
});
