import { describe, expect } from 'vitest';
import { type ElementType, elementTypes } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import { sceneHeading } from '#screenplay/scenes.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { type Random, seeded } from '#test/random.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry, type World } from '#test/world.ts';

interface Line {
  id: number;
  elementType: ElementType;
  content: string;
}

/** A scene of the model: the lines from its heading on. Notes and act exist only in the row. */
interface Stretch {
  sceneId: number;
  lines: Line[];
}

/** A script as two writers change it, by scenes and by lines, and beside it what it has to be. */
class Desk {
  lines: Line[] = [];
  scenes: Scene[] = [];
  readonly random: Random;
  readonly url: string;
  readonly callers: readonly Caller[];

  constructor(server: TestApp, world: World, random: Random, projectId: number) {
    this.random = random;
    this.url = `/api/projects/${projectId}`;
    this.callers = [server.as(world.olive), server.as(world.eddie)];
  }

  async send<T>(method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<T> {
    const caller = this.random.pick(this.callers);
    const answer = await caller.inject({ method, url, ...(payload ? { payload } : {}) });
    expect([method, url, payload, answer.statusCode < 300 ? '' : answer.body]).toEqual([
      method,
      url,
      payload,
      '',
    ]);
    return answer.statusCode === 204 ? (undefined as T) : answer.json();
  }

  edit(edits: ScriptEdit[]) {
    return this.send<{ elements: Element[] }>('POST', `${this.url}/script-changes`, { edits });
  }

  async read<T>(path: string): Promise<T> {
    return (await this.random.pick(this.callers).get(`${this.url}/${path}`)).json();
  }

  /** The model in scenes, as the last check left it. */
  stretches(): Stretch[] {
    const stretches: Stretch[] = [];
    for (const [i, line] of this.lines.entries()) {
      if (i === 0 || line.elementType === 'scene_heading') {
        stretches.push({ sceneId: this.scenes[stretches.length]?.id ?? 0, lines: [] });
      }
      stretches.at(-1)?.lines.push(line);
    }
    return stretches;
  }

  hasOpening(): boolean {
    return this.lines.length > 0 && this.lines[0]?.elementType !== 'scene_heading';
  }

  words(elementType: ElementType): string {
    const { pick } = this.random;
    const text = Array.from({ length: 4 }, () => pick(['rain', 'rail', 'ferry', 'lamp', 'Mara', 'waits']));
    const content = elementType === 'scene_heading' ? `INT. ${text.join(' ')} - NIGHT` : `${text.join(' ')}.`;
    return contentAs(elementType, content);
  }

  async step(): Promise<void> {
    const { pick, chance } = this.random;
    const before = { lines: this.lines.map((line) => ({ ...line })), scenes: this.scenes };
    const kinds = [
      'create',
      'create',
      'rename',
      'fields',
      'move',
      'move',
      'delete',
      'write',
      'write',
      'write',
    ] as const;
    const kind = this.scenes.length < 2 ? 'create' : pick(kinds);
    const back = await this[kind]();
    await this.check();
    if (!back || !chance(0.4)) return;
    await back();
    this.lines = before.lines;
    await this.check();
    expect(this.scenes.filter(hasHeading)).toEqual(before.scenes.filter(hasHeading));
  }

  async create() {
    const { below, chance } = this.random;
    const sceneNumber = 1 + below(this.scenes.length + 3);
    const heading = chance(0.5) ? this.words('scene_heading') : this.words('scene_heading').toLowerCase();
    const actNumber = 1 + below(5);
    const notes = this.words('action');
    const body = { sceneNumber, actNumber, heading, notes };
    const scene = await this.send<Scene>('POST', `${this.url}/scenes`, body);
    const stretches = this.stretches();
    const openings = this.hasOpening() ? 1 : 0;
    const at = Math.min(sceneNumber - 1 + openings, stretches.length);
    expect(scene).toMatchObject({
      sceneNumber: at + 1 - openings,
      actNumber,
      notes,
      heading: heading.toUpperCase(),
    });
    const made = (await this.read<Element[]>('script-elements')).find(({ sceneId }) => sceneId === scene.id);
    if (!made) throw new Error('A new scene has no heading');
    stretches.splice(at, 0, { sceneId: scene.id, lines: [lineOf(made)] });
    this.lines = stretches.flatMap(({ lines }) => lines);
    return () => this.send('DELETE', `/api/scenes/${scene.id}`);
  }

  async rename() {
    const scene = this.random.pick(this.scenes);
    const heading = this.words('scene_heading');
    const url = `/api/scenes/${scene.id}`;
    expect(await this.send('PATCH', url, { heading })).toMatchObject({ id: scene.id, heading });
    const [line] = this.stretches().find(({ sceneId }) => sceneId === scene.id)?.lines ?? [];
    const [first] = (await this.read<Element[]>('script-elements')).filter(
      ({ sceneId }) => sceneId === scene.id,
    );
    if (!line || !first) throw new Error('A scene has no elements');
    if (line.elementType === 'scene_heading') {
      expect(first.id).toBe(line.id);
      line.content = first.content;
      return () => this.send('PATCH', url, { heading: scene.heading });
    }
    this.lines.unshift(lineOf(first));
    return () => this.send('DELETE', `/api/script-elements/${first.id}`);
  }

  async fields() {
    const { id, actNumber, notes } = this.random.pick(this.scenes);
    const patch = { actNumber: 1 + this.random.below(5), notes: this.words('action') };
    expect(await this.send('PATCH', `/api/scenes/${id}`, patch)).toMatchObject(patch);
    return () => this.send('PATCH', `/api/scenes/${id}`, { actNumber, notes });
  }

  async move() {
    const stretches = this.stretches();
    const least = this.hasOpening() ? 1 : 0;
    if (stretches.length === least) return null;
    const from = least + this.random.below(stretches.length - least);
    const [moved] = stretches.splice(from, 1);
    if (!moved) return null;
    const sceneNumber = 1 + this.random.below(this.scenes.length + 2);
    const to = Math.min(sceneNumber - 1 + least, stretches.length);
    const url = `/api/scenes/${moved.sceneId}`;
    expect(await this.send('PATCH', url, { sceneNumber })).toMatchObject({ sceneNumber: to + 1 - least });
    stretches.splice(to, 0, moved);
    this.lines = stretches.flatMap(({ lines }) => lines);
    return () => this.send('PATCH', url, { sceneNumber: from + 1 - least });
  }

  async delete() {
    const deleted = this.random.pick(this.stretches());
    await this.send('DELETE', `/api/scenes/${deleted.sceneId}`);
    this.lines = this.lines.filter((line) => !deleted.lines.includes(line));
    return () => this.edit(deleted.lines.map(({ id }): ScriptEdit => ({ type: 'restore', id })));
  }

  /** Make a random change as in the editor: insert, delete, change type, move. */
  async write() {
    const { pick, chance, below } = this.random;
    const stored = this.lines;
    const afterId = chance(0.2) ? null : pick(stored).id;
    const kind = pick(['insert', 'insert', 'update', 'delete', 'move'] as const);
    if (kind === 'insert') {
      const elements = Array.from({ length: 1 + below(3) }, () => {
        const elementType = chance(0.2) ? ('scene_heading' as const) : pick(elementTypes);
        return { elementType, content: this.words(elementType) };
      });
      const made = await this.edit([{ type: 'insert', afterId, elements }]);
      this.lines = stored.toSpliced(after(stored, afterId), 0, ...made.elements.map(lineOf));
    } else if (kind === 'update') {
      const line = pick(stored);
      const elementType = pick(elementTypes);
      const { elements } = await this.edit([{ type: 'update', id: line.id, fields: { elementType } }]);
      Object.assign(line, elements.map(lineOf)[0]);
    } else if (kind === 'delete') {
      const { id } = pick(stored);
      await this.edit([{ type: 'delete', id }]);
      this.lines = stored.filter((line) => line.id !== id);
    } else {
      const from = below(stored.length);
      const moved = stored.slice(from, from + 1 + below(3));
      const rest = stored.filter((line) => !moved.includes(line));
      const behind = moved.some(({ id }) => id === afterId) ? null : afterId;
      await this.edit([{ type: 'move', ids: moved.map(({ id }) => id), afterId: behind }]);
      this.lines = rest.toSpliced(after(rest, behind), 0, ...moved);
    }
    return null;
  }

  async check(): Promise<void> {
    const elements = await this.read<Element[]>('script-elements');
    expect(elements.map(lineOf)).toEqual(this.lines);
    this.scenes = await this.read<Scene[]>('scenes');
    const first = this.hasOpening() ? 0 : 1;
    expect(this.scenes.map(({ sceneNumber }) => sceneNumber)).toEqual(this.scenes.map((_, i) => i + first));
    let at = -1;
    for (const [i, { elementType, content, sceneId, orderIndex }] of elements.entries()) {
      if (i === 0 || elementType === 'scene_heading') at++;
      expect(sceneId).toBe(this.scenes[at]?.id);
      if (elementType === 'scene_heading')
        expect(this.scenes[at]?.heading).toBe(sceneHeading(content).heading);
      else if (i === 0) expect(this.scenes[at]?.heading).toBe('');
      expect(orderIndex).toBeGreaterThan(elements[i - 1]?.orderIndex ?? Number.NEGATIVE_INFINITY);
    }
    expect(this.scenes).toHaveLength(at + 1);
  }
}

function lineOf({ id, elementType, content }: Element): Line {
  return { id, elementType, content };
}

/** Where something goes that is put after that line. */
function after(lines: readonly Line[], afterId: number | null): number {
  return afterId === null ? 0 : lines.findIndex(({ id }) => id === afterId) + 1;
}

function hasHeading({ heading }: Scene): boolean {
  return heading !== '';
}

describe.each([21, 22, 23, 24])('100 random changes of two writers, seed %i', (seed) => {
  test('keep headings and scenes consistent, lose or repeat no line, and can all be undone', async ({
    server,
    world,
  }) => {
    const project = await nightFerry(server.db, world.olive);
    await aShare(server.db, project, world.eddie, { role: 'editor' });
    const desk = new Desk(server, world, seeded(seed), project.id);
    desk.lines = (await desk.read<Element[]>('script-elements')).map(lineOf);
    await desk.check();
    for (let step = 1; step <= 100; step++) await desk.step();
  });
});
