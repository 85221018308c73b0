import { expect, test } from 'vitest';
import { chat } from '#shared/contract/assistant.ts';
import { keyOf, selectionOf } from './context.ts';
import { aContext } from './testing.tsx';

test('keyOf depends on element and selected text only', () => {
  const key = keyOf(aContext());
  expect(keyOf(aContext({ content: 'She came aboard.', label: 'Mara, dialogue' }))).toBe(key);
  expect(keyOf(aContext({ elementId: 8 }))).not.toBe(key);
  expect(keyOf(aContext({ selectedText: 'one' }))).not.toBe(key);
  expect(keyOf(null)).toBeNull();
});

test('sends no context without one, and no selected text without a selection', () => {
  expect(selectionOf(null)).toEqual({});
  expect(selectionOf(aContext())).not.toHaveProperty('selectedText');
  expect(selectionOf(aContext({ selectedText: ' \n' }))).not.toHaveProperty('selectedText');
});

test("cuts text to the server's limit, never within a character", () => {
  const sent = selectionOf(
    aContext({
      content: `${'x'.repeat(19_999)}🚢`,
      selectedText: `${'x'.repeat(4999)}🚢`,
      characterName: 'N'.repeat(120),
    }),
  );
  expect(sent.selectedElement?.content).toBe('x'.repeat(19_999));
  expect(sent.selectedText).toBe('x'.repeat(4999));
  expect(sent.selectedElement?.characterName).toHaveLength(100);
  expect(chat.body.safeParse({ message: 'Why?', ...sent }).success).toBe(true);
});
