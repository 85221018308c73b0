import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '#test/random.ts';
import type { RevisedText } from '../revisions/revisedText.ts';
import { revisionMarksOf } from '../revisions/revisedText.ts';
import { applyWithInverse, numberDraft } from './apply.ts';
import { carryRevisions } from './carryRevisions.ts';
import type { Edit } from './edit.ts';
import { createEditSession } from './editSession.ts';
import { emptyRow, type ScriptRow } from './rows.ts';
import { emptySnapshot, type LastRecord } from './snapshot.ts';

/**
 * A script of action lines to which changes are applied as on the server. `show` writes text of
 * mark 1 as "[1:text]" and deleted text as "^1".
 */
class RevisedScript {
  rows: ScriptRow[];
  mark = 1;
  #lastRecords = new Map<number, LastRecord>();
  #nextId = 100;

  constructor(...texts: string[]) {
    this.rows = texts.map((content, index) => ({
      ...emptyRow,
      ...{ elementType: 'action' as const, content, id: index + 1, projectId: 1, sceneId: 1 },
      orderIndex: (index + 1) * 10,
    }));
  }

  /** Apply a change, and return the change that undoes it. */
  apply(...edits: Edit[]): Edit[] {
    const session = createEditSession({
      ...emptySnapshot(1),
      activeMark: this.mark,
      order: this.rows.map((row) => ({ ...row, content: '' })),
      rows: new Map(this.rows.map((row) => [row.id, row])),
      freeIds: [this.#nextId + 1, this.#nextId],
      lastRecords: this.#lastRecords,
    });
    this.#nextId += 2;
    const inverse = edits.map((edit) => applyWithInverse(session, edit));
    numberDraft(session);
    carryRevisions(session);
    this.#lastRecords = session.lastRecords;
    this.rows = [...session.order].map(({ id, orderIndex }) => ({
      ...(session.rows.get(id) as ScriptRow),
      orderIndex,
    }));
    return inverse.reverse().flat();
  }

  show(): string[] {
    return this.rows.map((row) => {
      const { runs, deletions } = revisionMarksOf(row);
      const signs = Array.from({ length: row.content.length + 1 }, (_, at) =>
        [
          ...runs.map(([, to]) => (to === at ? ']' : '')),
          ...deletions.map(([place, mark]) => (place === at ? `^${mark}` : '')),
          ...runs.map(([from, , mark]) => (from === at ? `[${mark}:` : '')),
        ].join(''),
      );
      return signs.map((sign, at) => sign + row.content.charAt(at)).join('');
    });
  }
}

/** Return a random change: typed or deleted words, a split, a join, a new or a deleted element. */
function randomChange({ rows }: RevisedScript, random: Random): Edit[] {
  const index = random.below(rows.length);
  const [row, next] = [rows[index] as ScriptRow, rows[index + 1]];
  const words = row.content.split(' ');
  const at = random.below(words.length);
  const kind = random.below(5);
  const [head, rest] = [words.slice(0, at), words.slice(at)];
  if (kind === 0) return [update(row.id, [...head, `new${at}`, ...rest].join(' '))];
  if (kind === 1 && words.length > 1) return [update(row.id, [...head, ...rest.slice(1)].join(' '))];
  if (kind === 2 && at > 0) return [update(row.id, head.join(' ')), insert(row.id, rest.join(' '))];
  if (kind === 3 && next) return [update(row.id, `${row.content} ${next.content}`), remove(next.id)];
  return index > 0 ? [remove(row.id)] : [insert(row.id, 'Snow.')];
}

const update = (id: number, content: string): Edit => ({ type: 'update', id, fields: { content } });
const remove = (id: number): Edit => ({ type: 'delete', id });
const insert = (afterId: number, content: string): Edit => ({
  type: 'insert',
  afterId,
  elements: [{ elementType: 'action', content }],
});

describe('carryRevisions', () => {
  test('marks new and deleted words, and nothing after they are undone', () => {
    const script = new RevisedScript('The rain stops.');
    const undo = script.apply(update(1, 'The cold rain stops.'));
    expect(script.show()).toEqual(['The[1: cold] rain stops.']);
    const undoSecond = script.apply(update(1, 'The cold rain.'));
    expect(script.show()).toEqual(['The[1: cold] rain^1.']);
    script.apply(...undoSecond);
    script.apply(...undo);
    expect(script.show()).toEqual(['The rain stops.']);
  });

  test('leaves no mark of text that was typed and deleted in one revision', () => {
    const script = new RevisedScript('Rain.', 'Wind.');
    script.apply(insert(1, 'Fog.'));
    expect(script.show()).toEqual(['Rain.', '[1:Fog.]', 'Wind.']);
    script.apply(remove(100));
    expect(script.show()).toEqual(['Rain.', 'Wind.']);
  });

  test('marks the place of a deleted element on the one before, until it is restored', () => {
    const script = new RevisedScript('Rain.', 'Wind.', 'Fog.', 'Ice.');
    const undo = script.apply(remove(3));
    const undoBefore = script.apply(remove(2));
    expect(script.show()).toEqual(['Rain.^1', 'Ice.']);
    script.apply(...undoBefore);
    expect(script.show()).toEqual(['Rain.', 'Wind.^1', 'Ice.']);
    script.apply(...undo);
    expect(script.show()).toEqual(['Rain.', 'Wind.', 'Fog.', 'Ice.']);
  });

  test('takes marks along when an element is split, and when the halves are joined', () => {
    const script = new RevisedScript('The rain stops. Then it snows.');
    script.apply(update(1, 'The cold rain stops. Then it really snows.'));
    script.mark = 2;
    const undo = script.apply(update(1, 'The cold rain stops.'), insert(1, 'Then it really snows.'));
    expect(script.show()).toEqual(['The[1: cold] rain stops.', 'Then it[1: really] snows.']);
    const second = script.rows[1]?.id ?? 0;
    script.apply(update(second, 'Then it really snows hard.'));
    expect(script.show()[1]).toBe('Then it[1: really] snows[2: hard].');
    script.apply(update(second, 'Then it really snows.'));
    script.apply(...undo);
    expect(script.show()).toEqual(['The[1: cold] rain stops. Then it[1: really] snows.']);
  });

  test('keeps the marks of an earlier revision under a later one', () => {
    const script = new RevisedScript('The rain stops.');
    script.apply(update(1, 'The cold rain stops.'));
    script.mark = 2;
    script.apply(update(1, 'The cold grey rain stops.'));
    expect(script.show()).toEqual(['The[1: cold][2: grey] rain stops.']);
    script.mark = 0;
    script.apply(update(1, 'The cold grey rain stops again.'));
    expect(script.show()).toEqual(['The[1: cold][2: grey] rain stops again.']);
  });

  test('has the same marks as before when random changes are undone', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = seeded(seed);
      const script = new RevisedScript(
        'The rain stops.',
        'Wind howls over the deck.',
        'Fog.',
        'Ice on the rail.',
      );
      const states: string[] = [];
      const undos: Edit[][] = [];
      for (let step = 0; step < 8; step++) {
        states.push(script.show().join(' / '));
        undos.push(script.apply(...randomChange(script, random)));
      }
      while (undos.length > 0) {
        script.apply(...(undos.pop() ?? []));
        expect([seed, undos.length, script.show().join(' / ')]).toEqual([seed, undos.length, states.pop()]);
      }
    }
  });

  test('stores nothing while no revision is active', () => {
    const script = new RevisedScript('Rain.', 'Wind.');
    script.mark = 0;
    script.apply(update(1, 'Heavy rain.'), insert(1, 'Fog.'));
    script.apply(remove(2));
    expect(script.rows.map(({ extras }) => extras)).toEqual([null, null]);
  });

  test('keeps the marks of deleted text of a file', () => {
    const revised: RevisedText = { mark: 0, text: 'The rain stops.', deletions: [[8, 3, 1]] };
    const script = new RevisedScript('The rain stops.');
    script.rows = script.rows.map((row) => ({ ...row, extras: { revised } }));
    script.apply(update(1, 'At last the rain stops.'));
    expect(script.show()).toEqual(['^1[1:At last t]he rain^3 stops.']);
  });
});
