import { expect, test } from 'vitest';
import { nightFerryInput } from '#engines/doctor/testset/nightFerry.ts';
import type { DoctorSelection, ReadElement } from '#screenplay/facts/input.ts';
import { factsOfProject } from '#screenplay/facts/project.ts';
import { quickPrompts } from '#screenplay/quickPrompts.ts';
import { chatQuestion } from '../prompts/chat.ts';
import { Improvements, improvementsQuestion } from '../prompts/improvements.ts';
import { splitAnswer } from '../prompts/suggestions.ts';
import { type DoctorFacts, doctorEngine } from './doctorEngine.ts';

const { elements, ...rest } = nightFerryInput();
const last = Math.max(...elements.map(({ id }) => id));
const weak: ReadElement = {
  ...{ id: last + 1, dual: null, originalType: null, extras: null },
  elementType: 'action',
  content:
    'We see that Mara is slowly walking to the rail. The lamps are burning. The saloon is extremely cold.',
};
const project = factsOfProject({ ...rest, elements: [...elements, weak] });
const onWeak: DoctorSelection = { elementId: weak.id };

async function answerTo(message: string, selection: DoctorSelection | null = null) {
  const facts: DoctorFacts = { project, selection, message };
  const input = { context: '', history: [], elementId: null, selectedText: null, message, facts };
  const pieces: string[] = [];
  for await (const piece of doctorEngine.reply(chatQuestion(input))) pieces.push(piece);
  return { pieces, ...splitAnswer(pieces.join('')) };
}

test('doctorEngine.reply streams the answer to a question about Night Ferry word by word', async () => {
  const { pieces, prose, suggestions } = await answerTo('Where does Mara first appear?');
  expect(prose).toContain('EXT. HARBOUR - NIGHT');
  expect(pieces.length).toBe(prose.split(/\s+/).length);
  expect(suggestions).toEqual([]);
});

test('doctorEngine.reply answers every quick prompt, with suggestions only for existing text', async () => {
  for (const prompt of Object.values(quickPrompts).flat()) {
    const { prose, suggestions } = await answerTo(prompt, onWeak);
    expect([prompt, prose]).toEqual([prompt, expect.stringMatching(/\S/)]);
    for (const { elementId, originalContent } of suggestions) {
      const element = project.elements.find(({ id }) => id === elementId);
      expect([prompt, element?.content]).toEqual([prompt, expect.stringContaining(originalContent)]);
    }
  }
});

test('doctorEngine.analyse returns several variants for a weak line, in the shape of model answers', async () => {
  const facts: DoctorFacts = { project, selection: onWeak, message: '' };
  const question = improvementsQuestion({ context: '', elementId: weak.id, selectedText: null, facts });
  const { suggestions } = Improvements.parse(await doctorEngine.analyse(question));
  expect(suggestions.length).toBeGreaterThan(2);
  for (const { elementId } of suggestions) expect(elementId).toBe(weak.id);
});

test('doctorEngine.analyse without a selection returns at most 20 suggestions, the most confident first', async () => {
  const facts: DoctorFacts = { project, selection: null, message: '' };
  const question = improvementsQuestion({ context: '', elementId: null, selectedText: null, facts });
  const { suggestions } = Improvements.parse(await doctorEngine.analyse(question));
  const confidences = suggestions.map(({ confidence }) => confidence);
  expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
  expect(suggestions.length).toBeLessThanOrEqual(20);
  expect(suggestions.map(({ elementId }) => elementId)).toContain(weak.id);
});
