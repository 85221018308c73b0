import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveClientMessage, Presence } from '#shared/contract/live.ts';
import { type LiveDraft, otherPresences, ownLiveDraft } from '#web/presence/collaborators.ts';
import { broadcastLiveDraft } from './broadcastLiveDraft.ts';

const eddie: Presence = {
  ...{ id: 'there', userId: 'eddie', name: 'Eddie Editor', profileImageUrl: null },
  ...{ view: 'script', elementId: null },
};
const fog = (text: string): LiveDraft => ({
  ...{ elementId: 7, afterId: null, elementType: 'action' },
  ...{ text, caret: text.length },
});

let sent: LiveClientMessage[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  ({ stop } = broadcastLiveDraft((word) => sent.push(word)));
});
afterEach(() => {
  stop();
  ownLiveDraft.set(null);
  otherPresences.set([]);
});

const texts = () => sent.map((word) => word.type === 'draft' && word.text);

test('sends nothing without an audience, and the whole draft to a newcomer', () => {
  ownLiveDraft.set(fog('Fog.'));
  expect(sent).toEqual([]);
  otherPresences.set([eddie]);
  expect(sent).toEqual([{ type: 'draft', ...fog('Fog.') }]);
});

test('sends no end between two lines, so that the first stays visible until it is stored', () => {
  otherPresences.set([eddie]);
  ownLiveDraft.set(fog('Fog.'));
  ownLiveDraft.set(null);
  vi.advanceTimersByTime(200);
  ownLiveDraft.set({ ...fog('Gulls'), elementId: 8 });
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual(['Fog.', 'Gulls']);
});

test('sends the first and the last of many keystrokes within 50 ms, then the end', () => {
  otherPresences.set([eddie]);
  for (const text of ['F', 'Fo', 'Fog', 'Fog.']) ownLiveDraft.set(fog(text));
  expect(texts()).toEqual(['F']);
  vi.advanceTimersByTime(50);
  expect(texts()).toEqual(['F', 'Fog.']);
  ownLiveDraft.set(null);
  vi.advanceTimersByTime(300);
  expect(sent).toHaveLength(2);
  vi.advanceTimersByTime(50);
  expect(sent.at(-1)).toEqual({ type: 'draft', ...fog('Fog.'), text: null, caret: null });
  vi.advanceTimersByTime(500);
  expect(sent).toHaveLength(3);
});
