import { expect, test } from 'vitest';
import { unstyled } from '#screenplay/styled.ts';
import { TypedSteps } from './typedSteps.ts';

/** Type texts one after another; the first one is the stored text. */
function statesOf(...texts: string[]): string[] {
  const steps = new TypedSteps();
  const states = texts.map((text) => ({ type: 'action' as const, text: unstyled(text) }));
  for (const [index, state] of states.entries()) {
    const before = states[index - 1];
    if (before) steps.note(before, state);
  }
  return steps.take().map(({ text }) => text.text);
}

/** Return every prefix of a text, as it is while it is typed. */
const typed = (text: string, from = '') =>
  Array.from({ length: text.length - from.length + 1 }, (_, length) => text.slice(0, from.length + length));

test('keeps the text before each word', () => {
  expect(statesOf(...typed('One two three'))).toEqual(['One ', 'One two ']);
});

test('keeps the text before a deletion, and before typing goes on', () => {
  expect(statesOf(...typed('One'), 'On', 'O', 'Ox')).toEqual(['One', 'O']);
});

test('keeps no state within one deletion, backwards or forwards', () => {
  expect(statesOf('Rain', 'Rai', 'Ra', 'R')).toEqual([]);
  expect(statesOf('Rain', 'ain', 'in', 'n')).toEqual([]);
});

test('keeps the text before a paste, and before what is typed behind it', () => {
  expect(statesOf('A', 'A ', 'A long paste', 'A long paste.')).toEqual(['A ', 'A long paste']);
});

test('keeps the text before a change elsewhere in the line', () => {
  expect(statesOf('Rain', 'Rains', 'xRains')).toEqual(['Rains']);
});

test('keeps no state of a single word, and none that was returned before', () => {
  expect(statesOf(...typed('Rain'))).toEqual([]);
  const steps = new TypedSteps();
  const state = (text: string) => ({ type: 'action' as const, text: unstyled(text) });
  steps.note(state(''), state('A '));
  steps.note(state('A '), state('A b'));
  expect(steps.take()).toHaveLength(1);
  steps.note(state('A b'), state('A b c d'));
  expect(steps.take()).toEqual([]);
});

test('keeps no state of a word that is saved in its middle, but one of a new word after a save', () => {
  const steps = new TypedSteps();
  const state = (text: string) => ({ type: 'action' as const, text: unstyled(text) });
  steps.note(state('A be'), state('A bel'));
  expect(steps.take(false)).toEqual([]);
  steps.note(state('A bel'), state('A bell'));
  expect(steps.take(false)).toEqual([]);
  steps.note(state('A bell'), state('A bell '));
  steps.note(state('A bell '), state('A bell r'));
  expect(steps.take(false)).toEqual([state('A bell ')]);
});

test('keeps the text before a change of the type', () => {
  const steps = new TypedSteps();
  const text = unstyled('MARA');
  steps.note({ type: 'action', text: unstyled('MAR') }, { type: 'action', text });
  steps.note({ type: 'action', text }, { type: 'character', text });
  expect(steps.take()).toEqual([{ type: 'action', text }]);
});
