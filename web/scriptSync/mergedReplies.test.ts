import { expect, test } from 'vitest';
import type { LetteredText } from '#screenplay/typedLetters.ts';
import type { QueuedEdit } from './change.ts';
import { continueMergedText } from './mergedReplies.ts';

const update = (content: string): QueuedEdit => ({ type: 'update', id: 5, fields: { content }, base: 3 });

/** Return the function for later edits, after "int. ferry" was sent and stored as this text. */
const continueAfter = (text: LetteredText) =>
  continueMergedText([update('int. ferry')], new Map([[5, text]]), (id) => id);

test('finds no remote text in the capitals of a heading', () => {
  const [elementType, content] = ['scene_heading' as const, 'INT. FERRY'];
  expect(continueAfter({ elementType, content, typedContent: 'int. ferry' })).toBeNull();
  // A node of an earlier version stores no letters.
  expect(continueAfter({ elementType, content })).toBeNull();
});

test('adds remote words with their letters to later text', () => {
  const withRemoteText = continueAfter({
    elementType: 'scene_heading',
    content: 'EXT. FERRY',
    typedContent: 'Ext. ferry',
  });
  expect(withRemoteText?.(update('int. ferry - Night'))).toEqual(update('Ext. ferry - Night'));
});

test('finds no remote text in the parentheses of a parenthetical', () => {
  expect(continueAfter({ elementType: 'parenthetical', content: '(int. ferry)' })).toBeNull();
});
