import { expect, test } from 'vitest';
import { type BoardStep, BoardUndo } from './boardUndo.ts';

/** Create a board that holds one word, which each step replaces. */
function aBoard() {
  const board = { word: 'start', undo: new BoardUndo() };
  const write = async (word: string) => {
    const before = board.word;
    const put = (next: string) => async () => {
      board.word = next;
    };
    await put(word)();
    const step: BoardStep = { label: `Write ${word}`, undo: put(before), redo: put(word) };
    board.undo.add(step);
  };
  return { board, write, undo: board.undo };
}

test('undoes steps in reverse order and redoes them', async () => {
  const { board, write, undo } = aBoard();
  for (const word of ['one', 'two']) await write(word);
  expect(undo.state.get()).toMatchObject({ undoLabel: 'Write two', redoLabel: null });
  await undo.undo();
  expect([board.word, undo.state.get().spoken]).toEqual(['one', 'Undone: Write two']);
  await undo.undo();
  await undo.undo();
  expect(board.word).toBe('start');
  await undo.redo();
  await undo.redo();
  expect([board.word, undo.state.get().redoLabel]).toEqual(['two', null]);
});

test('clears the redo steps with a new step', async () => {
  const { board, write, undo } = aBoard();
  await write('one');
  await undo.undo();
  await write('other');
  await undo.redo();
  expect(board.word).toBe('other');
});

test('drops a step that fails, and undoes the one before it', async () => {
  const { board, write, undo } = aBoard();
  await write('one');
  undo.add({ label: 'Move it', undo: () => Promise.reject(new Error('gone')), redo: async () => {} });
  await Promise.all([undo.undo(), undo.undo()]);
  expect([board.word, undo.state.get().redoLabel]).toEqual(['start', 'Write one']);
});

test('runs requests one after another', async () => {
  const { write, undo, board } = aBoard();
  for (const word of ['one', 'two', 'three']) await write(word);
  await Promise.all([undo.undo(), undo.undo(), undo.redo()]);
  expect(board.word).toBe('two');
});

test('undoes a given step after later ones were added, once, and keeps the others', async () => {
  const { undo } = aBoard();
  const undone: string[] = [];
  const steps = ['act', 'beat', 'scene'].map((label) => {
    const step: BoardStep = { label, undo: async () => void undone.push(label), redo: async () => {} };
    undo.add(step);
    return step;
  });
  await undo.undo(steps[0]);
  await undo.undo(steps[0]);
  expect([undone, undo.state.get().undoLabel, undo.state.get().redoLabel]).toEqual([['act'], 'scene', 'act']);
  await undo.undo();
  expect(undone).toEqual(['act', 'scene']);
});
