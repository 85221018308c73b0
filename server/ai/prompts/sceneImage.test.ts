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

describe('sceneOrder', () => {
  test('fills the default template in the storyboard format', () => {
    expect(ordered()).toMatchObject({
      task: 'scene',
      ratio: '16:9',
      prompt:
        'Cinematic storyboard frame. Scene: INT. CAR DECK - LATER. Location: CAR DECK. Time of day: LATER. ' +
        "Notes: Handheld. What happens: Engines. Two vans.\nTOBIAS (CONT'D)\nYou count everything?\nMARA\nEverything. " +
        'Film lighting, no text.',
    });
  });

  test('uses the project’s own template', () => {
    expect(ordered({ template: 'Ink: {{location}} at {{timeOfDay}}.' }).prompt).toBe(
      'Ink: CAR DECK at LATER.',
    );
    expect(ordered({ template: ' \n' }).prompt).toBe(ordered().prompt);
  });

  test('uses the default when the template’s variables are empty', () => {
    const prompt = ordered({ template: '{{notes}}', scene: { ...scene, notes: null } }).prompt;
    expect(prompt).toContain('Scene: INT. CAR DECK - LATER');
    const nothing = { heading: '', location: null, timeOfDay: null, notes: null };
    expect(ordered({ scene: nothing, elements: [] }).prompt).toBe(
      'Cinematic storyboard frame. Film lighting, no text.',
    );
  });

  test('includes at most 2,000 characters of the script without splitting a character', () => {
    const long = [action(`${'x'.repeat(1999)}🌊${'y'.repeat(100)}`)];
    expect(ordered({ template: '{{scriptContext}}', elements: long }).prompt).toBe('x'.repeat(1999));
    const short = [action('x'.repeat(2000))];
    expect(ordered({ template: '{{scriptContext}}', elements: short }).prompt).toHaveLength(2000);
  });

  test('limits the prompt even if a template repeats its variables', () => {
    const notes = 'n'.repeat(10_000);
    const template = '{{notes}} '.repeat(900);
    expect(ordered({ template, scene: { ...scene, notes } }).prompt).toHaveLength(32_000);
  });

  test('treats braces in the script as text', () => {
    const words = [action('{{notes}} are pinned to the wall.')];
    const { prompt } = ordered({ template: defaultTemplates.scene, elements: words });
    expect(prompt).toContain('What happens: {{notes}} are pinned to the wall.');
  });

  test('passes heading, text, speakers and previous time of day to the built-in engine', () => {
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

  test('lists each character of a joint cue once', () => {
    const joint = new Map([['MARA AND TOBIAS', ['MARA', 'TOBIAS']]]);
    const both = [...elements, cue('Mara and Tobias (O.S.)'), dialogueLine('Stop!'), cue('HOLGER')];
    const people = (input: Partial<SceneImageInput>) =>
      (ordered({ elements: both, ...input }).facts as { characters: string[] }).characters;
    expect(people({ joint })).toEqual(['TOBIAS', 'MARA', 'HOLGER']);
    expect(people({})).toEqual(['TOBIAS', 'MARA', 'Mara and Tobias', 'HOLGER']);
  });

  test('passes the cards and the template’s own text to the built-in engine', () => {
    const card = { name: 'MARA', age: 42, role: 'Loadmaster', description: 'A yellow oilskin coat.' };
    expect(ordered({ cast: [card], template: 'Sepia. {{sceneHeading}}. Low angle.' }).facts).toMatchObject({
      cast: [card],
      style: 'Sepia.  . Low angle.',
    });
  });
});
