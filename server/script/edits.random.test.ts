import { eq, max } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { withElementIds } from '#screenplay/edits/references.ts';
import { type ElementType, elementTypes } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import { mergeElement } from '#screenplay/merge.ts';
import { sceneHeading } from '#screenplay/scenes.ts';
import type { Db } from '#server/db/client.ts';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { scenes as storedScenes } from '#server/db/schema/script.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { type Random, seeded } from '#test/random.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry, type World } from '#test/world.ts';

/** The fields that edits can change and undo must restore. */
type Text = Pick<
  Element,
  'id' | 'elementType' | 'content' | 'characterName' | 'parenthetical' | 'dual' | 'extras'
>;

const textOf = ({ id, elementType, content, characterName, parenthetical, dual, extras }: Element): Text => ({
  id,
  elementType,
  content,
  characterName,
  parenthetical,
  dual,
  extras,
});

/** A step that was taken: what takes it back, and the script there was before. */
interface Step {
  inverse: ScriptEdit[];
  script: Text[];
  /** Null where they were not read. */
  scenes: Scene[] | null;
}

/** A script as it was when history had come so far. */
interface Moment {
  historyId: number;
  moveId: number;
  texts: unknown[];
}

/** Return the fields that the history records. */
const recordedOf = ({ id, elementType, content, characterName, parenthetical }: Text) => ({
  id,
  elementType,
  content,
  characterName,
  parenthetical,
});

/** A script as two writers change it, and beside it what it has to be. */
class Desk {
  script: Text[] = [];
  scenes: Scene[] | null = null;
  steps: Step[] = [];
  moments: Moment[] = [];
  /** Deleted elements that a paste of the same text restores. */
  readonly deleted = new Map<number, Text>();
  /** Elements that a paste has restored. */
  readonly moved = new Set<number>();
  /** Ids that pasted elements must have, by key; null: a new one. */
  readonly pastedIds = new Map<number, number | null>();
  readonly random: Random;
  readonly projectId: number;
  readonly url: string;
  readonly db: Db;
  readonly olive: Caller;
  readonly eddie: Caller;
  #count = 0;

  constructor(server: TestApp, world: World, random: Random, projectId: number) {
    this.random = random;
    this.projectId = projectId;
    this.url = `/api/projects/${projectId}`;
    this.db = server.db;
    this.olive = server.as(world.olive);
    this.eddie = server.as(world.eddie);
  }

  async elements() {
    return (await this.olive.get(`${this.url}/script-elements`)).json() as Element[];
  }

  async load() {
    this.script = (await this.elements()).map(textOf);
    await this.check();
  }

  /** Sends edits that have to succeed. */
  async send(edits: ScriptEdit[]) {
    const caller = this.random.chance(0.5) ? this.olive : this.eddie;
    const answer = await caller.post(`${this.url}/script-changes`, { edits });
    expect([answer.statusCode, answer.statusCode === 200 ? '' : [edits, answer.body]]).toEqual([200, '']);
    return answer.json() as { elements: Element[]; keys: { key: number; id: number }[] };
  }

  /**
   * Make a step of one to three edits; the inverse of each goes before the inverses of earlier
   * ones.
   */
  async step() {
    const script = this.script.map((element) => ({ ...element }));
    const { scenes } = this;
    const edits: ScriptEdit[] = [];
    const inverse: ScriptEdit[] = [];
    const count = this.random.chance(0.3) ? 3 : 1;
    for (let i = 0; i < count; i++) {
      const { edit, back } = this.someEdit();
      edits.push(edit);
      inverse.unshift(...back);
    }
    const { keys } = await this.send(edits);
    this.scenes = null;
    const stored = new Map(keys.map(({ key, id }) => [key, id]));
    const idOf = (id: number) => stored.get(id) ?? id;
    this.checkPasted(idOf);
    for (const element of this.script) element.id = idOf(element.id);
    this.steps.push({ inverse: inverse.map((edit) => withElementIds(edit, idOf)), script, scenes });
  }

  /**
   * Make an edit in the model, and its inverse. Elements inserted earlier in the step are named by
   * key.
   */
  someEdit(): { edit: ScriptEdit; back: ScriptEdit[] } {
    const stored = this.script;
    const { pick, chance } = this.random;
    const kind =
      stored.length < 4
        ? 'insert'
        : pick(['insert', 'insert', 'update', 'type', 'delete', 'delete', 'move', 'paste', 'paste'] as const);
    if (kind === 'insert') return this.insert(stored);
    if (kind === 'paste') return this.paste(stored);
    const element = pick(stored);
    if (kind === 'move') return this.move(stored);
    if (kind === 'delete') return this.remove(element);
    if (kind === 'type') return this.update(element, { elementType: pick(elementTypes) });
    if (chance(0.3))
      return this.update(element, { parenthetical: chance(0.5) ? '(low)' : null, dual: 'left' });
    return this.update(element, { content: this.words(element.elementType) });
  }

  insert(stored: Text[]) {
    const { pick, chance, below } = this.random;
    const isEmpty = this.script.length === 0;
    const afterId = stored.length === 0 || chance(0.1) ? null : pick(stored).id;
    const made = Array.from({ length: 1 + below(3) }, (_, i): Text => {
      const elementType = (isEmpty && i === 0) || chance(0.3) ? 'scene_heading' : pick(elementTypes);
      const content = this.words(elementType);
      const none = { characterName: null, parenthetical: null, dual: null, extras: null };
      // Until the server gives it an id, its own name.
      return { id: -++this.#count, elementType, content, ...none };
    });
    this.script.splice(this.after(afterId), 0, ...made);
    const edit: ScriptEdit = {
      type: 'insert',
      afterId,
      elements: made.map(({ id, elementType, content }) => ({ elementType, content, key: id })),
    };
    const back = made.map(({ id }): ScriptEdit => ({ type: 'delete', id }));
    return { edit, back };
  }

  update(element: Text, fields: Partial<Pick<Text, 'elementType' | 'content' | 'parenthetical' | 'dual'>>) {
    const { id, elementType, content, parenthetical, dual } = element;
    Object.assign(element, fields);
    element.content = contentAs(element.elementType, element.content);
    const edit: ScriptEdit = { type: 'update', id, fields };
    const back: ScriptEdit[] = [
      { type: 'update', id, fields: { elementType, content, parenthetical, dual } },
    ];
    return { edit, back };
  }

  remove(element: Text) {
    const at = this.script.indexOf(element);
    const before = this.script[at - 1]?.id ?? null;
    this.script.splice(at, 1);
    const { id } = element;
    this.deleted.set(id, { ...element });
    const edit: ScriptEdit = { type: 'delete', id };
    const back: ScriptEdit[] = [{ type: 'restore', id, afterId: before }];
    return { edit, back };
  }

  /** Paste one to three elements that were cut or copied; some have another text by now. */
  paste(stored: Text[]) {
    const { pick, chance, below } = this.random;
    const afterId = chance(0.1) ? null : pick(stored).id;
    const sources = Array.from({ length: 1 + below(3) }, () =>
      this.deleted.size > 0 && chance(0.7) ? pick([...this.deleted.values()]) : pick(stored),
    );
    const made = sources.map((source): Text => {
      const isChanged = chance(0.2);
      const isRestored = !isChanged && this.deleted.delete(source.id);
      const id = -++this.#count;
      this.pastedIds.set(id, isRestored ? source.id : null);
      const content = isChanged ? this.words(source.elementType) : source.content;
      return { ...source, id, content, extras: isRestored ? source.extras : null };
    });
    this.script.splice(this.after(afterId), 0, ...made);
    const { projectId } = this;
    const elements = made.map(({ id: key, extras: _, ...fields }, index) => ({
      ...fields,
      key,
      source: { projectId, id: sources[index]?.id ?? 0 },
    }));
    const edit: ScriptEdit = { type: 'insert', afterId, elements };
    const back = made.map(({ id }): ScriptEdit => ({ type: 'delete', id }));
    return { edit, back };
  }

  /** Check that exactly the elements that were cut are restored. */
  checkPasted(idOf: (id: number) => number) {
    const known = new Set(this.script.map(({ id }) => id));
    for (const [key, expected] of this.pastedIds) {
      if (expected !== null) {
        expect(idOf(key)).toBe(idOf(expected));
        this.moved.add(idOf(key));
      } else expect([...known, ...this.deleted.keys()]).not.toContain(idOf(key));
    }
    this.pastedIds.clear();
    for (const [id, text] of [...this.deleted]) {
      this.deleted.delete(id);
      this.deleted.set(idOf(id), { ...text, id: idOf(id) });
    }
  }

  move(stored: Text[]) {
    const { below } = this.random;
    const from = below(stored.length);
    const moved = stored.slice(from, from + 1 + below(4));
    const rest = stored.filter((element) => !moved.includes(element));
    const afterId = rest[below(rest.length + 1)]?.id ?? null;
    const back: ScriptEdit[] = [];
    let behind = afterId;
    for (const element of moved) {
      const at = this.script.indexOf(element);
      const before = this.script[at - 1]?.id ?? null;
      back.unshift({ type: 'move', ids: [element.id], afterId: before });
      this.script.splice(at, 1);
      this.script.splice(this.after(behind), 0, element);
      behind = element.id;
    }
    const edit: ScriptEdit = { type: 'move', ids: moved.map(({ id }) => id), afterId };
    return { edit, back };
  }

  after(id: number | null): number {
    return id === null ? 0 : this.script.findIndex((element) => element.id === id) + 1;
  }

  words(elementType: ElementType): string {
    const { pick } = this.random;
    const text = Array.from({ length: 5 }, () => pick(['rain', 'rail', 'ferry', 'lamp', 'Mara', 'waits']));
    const content = elementType === 'scene_heading' ? `INT. ${text.join(' ')} - NIGHT` : `${text.join(' ')}.`;
    return contentAs(elementType, content);
  }

  /** Two writers save the same element, the second without knowing of the first. */
  async staleSave() {
    const element = this.random.pick(await this.elements());
    const base = { content: element.content };
    const words = base.content.split(' ');
    const saying = (at: number, word: string) => ({
      content: contentAs(element.elementType, words.with(at, word).join(' ')),
    });
    const ours = saying(this.random.below(words.length), 'SINGS');
    const theirs = saying(this.random.below(words.length), 'LEAVES');
    const save = (caller: Caller, fields: { content: string }) =>
      caller.post(`${this.url}/script-changes`, {
        edits: [{ type: 'update', id: element.id, fields, baseVersion: element.version }],
      });
    await save(this.olive, theirs);
    const answer = await save(this.eddie, ours);
    const { merged } = mergeElement(base, theirs, ours);
    expect([element, ours, theirs, answer.statusCode]).toEqual([element, ours, theirs, merged ? 200 : 409]);
    const model = this.script.find(({ id }) => id === element.id);
    if (model) model.content = merged?.content ?? theirs.content;
    await this.check();
    this.steps = [];
  }

  /** Undo the last steps, newest first: the script is the same as before, letter by letter. */
  async undo() {
    for (let left = 1 + this.random.below(4); left > 0; left--) {
      const step = this.steps.pop();
      if (!step) return;
      if (step.inverse.length > 0) await this.send(step.inverse.map((edit) => this.withoutPlace(edit)));
      this.script = step.script;
      for (const { id } of this.script) this.deleted.delete(id);
      const scenes = await this.check();
      if (step.scenes) expect(scenes.filter(hasHeading)).toEqual(step.scenes.filter(hasHeading));
    }
  }

  /**
   * Leave out the place of some restored elements: it is in the history of their last deletion. For
   * one that was pasted elsewhere that is another place.
   */
  withoutPlace(edit: ScriptEdit): ScriptEdit {
    if (edit.type !== 'restore' || this.moved.has(edit.id) || this.random.chance(0.5)) return edit;
    return { type: 'restore', id: edit.id };
  }

  /** Notes the script and how far its history has come. */
  async remember() {
    const { projectId } = this;
    const newest = async (table: typeof scriptHistory | typeof scriptMoves) =>
      (
        await this.db
          .select({ id: max(table.id) })
          .from(table)
          .where(eq(table.projectId, projectId))
      )[0]?.id ?? 0;
    const [historyId, moveId] = [await newest(scriptHistory), await newest(scriptMoves)];
    this.moments.push({ historyId, moveId, texts: this.script.map(recordedOf) });
  }

  /** Going back through history and moves, the newest first, gives the script of every moment. */
  async goBack() {
    const { db } = this;
    const entries = await db.select().from(scriptHistory).where(eq(scriptHistory.projectId, this.projectId));
    const moves = await db.select().from(scriptMoves).where(eq(scriptMoves.projectId, this.projectId));
    entries.sort((a, b) => a.id - b.id);
    moves.sort((a, b) => a.id - b.id);
    const script = this.script.map(recordedOf);
    const take = (id: number) =>
      script.splice(
        script.findIndex((element) => element.id === id),
        1,
      );
    const put = (afterId: number | null, ...elements: typeof script) => {
      const behind = afterId === null ? -1 : script.findIndex((element) => element.id === afterId);
      expect(behind === -1).toBe(afterId === null);
      script.splice(behind + 1, 0, ...elements);
    };
    for (const moment of this.moments.toReversed()) {
      for (;;) {
        const move = moves.at(-1);
        const entry = entries.at(-1);
        if (move && move.id > moment.moveId && move.historyId >= (entry?.id ?? 0)) {
          moves.pop();
          put(move.afterElementId, ...take(move.elementId));
          continue;
        }
        if (!entry || entry.id <= moment.historyId) break;
        entries.pop();
        if (entry.action !== 'delete') expect(script.some(({ id }) => id === entry.elementId)).toBe(true);
        const before = {
          id: entry.elementId,
          elementType: entry.previousElementType ?? 'action',
          content: entry.previousContent ?? '',
          characterName: entry.previousCharacterName,
          parenthetical: entry.previousParenthetical,
        };
        if (entry.action === 'create') take(entry.elementId);
        else if (entry.action === 'delete') put(entry.afterElementId, before);
        else Object.assign(script.find(({ id }) => id === entry.elementId) ?? {}, before);
      }
      expect(script).toEqual(moment.texts);
    }
  }

  /**
   * Check the order against the model; there is a scene for each heading, and each element is in
   * its scene.
   */
  async check(): Promise<Scene[]> {
    const elements = await this.elements();
    expect(elements.map(textOf)).toEqual(this.script);
    const scenes: Scene[] = (await this.olive.get(`${this.url}/scenes`)).json();
    const first = elements[0]?.elementType === 'scene_heading' ? 1 : 0;
    expect(scenes.map(({ sceneNumber }) => sceneNumber)).toEqual(scenes.map((_, i) => i + first));
    let at = -1;
    for (const [i, element] of elements.entries()) {
      const isHeading = element.elementType === 'scene_heading';
      if (i === 0 || isHeading) at++;
      const scene = scenes[at];
      expect(element.sceneId).toBe(scene?.id);
      if (isHeading) expect(scene?.heading).toBe(sceneHeading(element.content).heading);
      else if (i === 0) expect(scene?.heading).toBe('');
      expect(element.orderIndex).toBeGreaterThan(elements[i - 1]?.orderIndex ?? Number.NEGATIVE_INFINITY);
    }
    expect(scenes).toHaveLength(at + 1);
    this.scenes = scenes;
    return scenes;
  }
}

function hasHeading({ heading }: Scene): boolean {
  return heading !== '';
}

/** Eight in a run: as many on each database, and where there is one alone half of them. */
const seeds = process.env.TEST_DATABASE_URL ? [14, 16, 17, 18] : [12, 13, 19, 20];

describe.each(seeds)('130 random changes of two writers, seed %i', (seed) => {
  test('keep order, scenes, merges, undo and history consistent', async ({ server, world }) => {
    const project = await nightFerry(server.db, world.olive);
    await aShare(server.db, project, world.eddie, { role: 'editor' });
    await server.db
      .update(storedScenes)
      .set({ notes: 'Rain machine.', displayNumber: '12A', actNumber: 2 })
      .where(eq(storedScenes.projectId, project.id));
    const desk = new Desk(server, world, seeded(seed), project.id);
    await desk.load();
    for (let step = 1; step <= 130; step++) {
      if (step % 8 === 0) await desk.remember();
      if (step % 25 === 0) await desk.staleSave();
      else if (step % 6 === 0) await desk.undo();
      else {
        await desk.step();
        if (step % 3 === 0) await desk.check();
      }
    }
    await desk.check();
    await desk.goBack();
  }, 120_000);
});
