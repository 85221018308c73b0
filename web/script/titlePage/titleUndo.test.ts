import { describe, expect, test } from 'vitest';
import { noTitleHistory, recordTitleStep, stepTitle, type TitleHistory } from './titleUndo.ts';

/** Type texts letter by letter into a field. */
function typed(field: 'title' | 'author', text: string, history: TitleHistory = noTitleHistory) {
  let now = history;
  for (let end = 1; end <= text.length; end++)
    now = recordTitleStep(now, { field, before: text.slice(0, end - 1), after: text.slice(0, end) });
  return now;
}

describe('the history of the title page', () => {
  test('undoes typing word by word and redoes it', () => {
    const first = stepTitle(typed('title', 'Night Ferry'), 'undo');
    expect(first).toMatchObject({ field: 'title', text: 'Night ' });
    const second = stepTitle(first?.history ?? noTitleHistory, 'undo');
    expect(second?.text).toBe('');
    expect(stepTitle(second?.history ?? noTitleHistory, 'undo')).toBeNull();
    expect(stepTitle(second?.history ?? noTitleHistory, 'redo')?.text).toBe('Night ');
  });

  test('goes back to the field that was changed before', () => {
    const history = typed('author', 'Ada', typed('title', 'Ferry'));
    const step = stepTitle(history, 'undo');
    expect(step).toMatchObject({ field: 'author', text: '' });
    expect(stepTitle(step?.history ?? noTitleHistory, 'undo')).toMatchObject({ field: 'title', text: '' });
  });

  test('keeps a deletion as its own step, and a change ends what could be redone', () => {
    const history = recordTitleStep(typed('title', 'Ferry'), { field: 'title', before: 'Ferry', after: '' });
    const undone = stepTitle(history, 'undo');
    expect(undone?.text).toBe('Ferry');
    const changed = recordTitleStep(undone?.history ?? noTitleHistory, {
      field: 'title',
      before: 'Ferry',
      after: 'Ferry!',
    });
    expect(stepTitle(changed, 'redo')).toBeNull();
  });
});
