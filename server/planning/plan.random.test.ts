import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { projectChanges } from '#server/db/schema/projects.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aScene, aShare } from '#test/factories.ts';
import { type Random, seeded } from '#test/random.ts';
import { test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

interface ActModel {
  id: number;
  loose: number[];
  sequences: { id: number; beats: number[] }[];
}

/** Takes a member out of whichever list it is in. */
function takeFrom<T>(lists: T[][], member: T): void {
  for (const list of lists) if (list.includes(member)) list.splice(list.indexOf(member), 1);
}

/** A plan that two writers change, and beside it the expected state: nested lists. */
class Desk {
  acts: ActModel[] = [];
  scenes: { id: number; act: number; sequenceId: number | null }[] = [];
  readonly random: Random;
  readonly projectId: number;
  readonly url: string;
  readonly callers: readonly Caller[];

  constructor(server: TestApp, world: World, random: Random, projectId: number) {
    this.random = random;
    this.projectId = projectId;
    this.url = `/api/projects/${projectId}`;
    this.callers = [server.as(world.olive), server.as(world.eddie)];
  }

  async send(method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<{ id: number }> {
    const caller = this.random.pick(this.callers);
    const answer = await caller.inject({ method, url, ...(payload ? { payload } : {}) });
    expect([method, url, payload, answer.statusCode < 300 ? '' : answer.body]).toEqual([
      method,
      url,
      payload,
      '',
    ]);
    return answer.statusCode === 204 ? { id: 0 } : answer.json();
  }

  get sequences() {
    return this.acts.flatMap((act) => act.sequences.map((sequence) => ({ act, sequence })));
  }

  get beatLists(): number[][] {
    return this.acts.flatMap((act) => [act.loose, ...act.sequences.map(({ beats }) => beats)]);
  }

  place(): number | undefined {
    return this.random.chance(0.3) ? undefined : this.random.below(7);
  }

  /** Somewhere for a beat: its list and how the calls name it. */
  home() {
    const { pick, chance } = this.random;
    const act = pick(this.acts);
    const sequence = act.sequences.length > 0 && chance(0.6) ? pick(act.sequences) : null;
    const named = { actNumber: this.acts.indexOf(act) + 1, sequenceId: sequence?.id ?? null };
    return { named, list: sequence?.beats ?? act.loose };
  }

  async addAct() {
    const { id } = await this.send('POST', `${this.url}/acts`, { title: 'Act' });
    this.acts.push({ id, loose: [], sequences: [] });
  }

  async removeAct() {
    const act = this.random.pick(this.acts);
    const index = this.acts.indexOf(act);
    await this.send('DELETE', `/api/acts/${act.id}`);
    this.acts.splice(index, 1);
    const count = this.acts.length;
    for (const scene of this.scenes) {
      if (act.sequences.some(({ id }) => id === scene.sequenceId)) scene.sequenceId = null;
      if (scene.act === index + 1) scene.act = Math.max(1, index);
      else if (scene.act > index + 1 && scene.act <= count + 1) scene.act--;
    }
  }

  async addSequence() {
    const act = this.random.pick(this.acts);
    const orderIndex = this.place();
    const actNumber = this.acts.indexOf(act) + 1;
    const { id } = await this.send('POST', `${this.url}/sequences`, {
      name: 'Sequence',
      actNumber,
      orderIndex,
    });
    act.sequences.splice(orderIndex ?? act.sequences.length, 0, { id, beats: [] });
  }

  async moveSequence() {
    if (this.sequences.length === 0) return;
    const { act, sequence } = this.random.pick(this.sequences);
    const to = this.random.pick(this.acts);
    const stays = to === act ? act.sequences.indexOf(sequence) : undefined;
    const orderIndex = this.place();
    const body = { actNumber: this.acts.indexOf(to) + 1, orderIndex };
    await this.send('PATCH', `/api/sequences/${sequence.id}`, body);
    takeFrom([act.sequences], sequence);
    to.sequences.splice(orderIndex ?? stays ?? to.sequences.length, 0, sequence);
    for (const scene of this.scenes)
      if (scene.sequenceId === sequence.id) scene.act = this.acts.indexOf(to) + 1;
  }

  async removeSequence() {
    if (this.sequences.length === 0) return;
    const { act, sequence } = this.random.pick(this.sequences);
    await this.send('DELETE', `/api/sequences/${sequence.id}`);
    takeFrom([act.sequences], sequence);
    act.loose.push(...sequence.beats);
    for (const scene of this.scenes) if (scene.sequenceId === sequence.id) scene.sequenceId = null;
  }

  async addBeat() {
    const { named, list } = this.home();
    const orderIndex = this.place();
    const { id } = await this.send('POST', `${this.url}/story-beats`, {
      title: 'Beat',
      ...named,
      orderIndex,
    });
    list.splice(orderIndex ?? list.length, 0, id);
  }

  async moveBeat() {
    const from = this.beatLists.filter((list) => list.length > 0);
    if (from.length === 0) return;
    const before = this.random.pick(from);
    const id = this.random.pick(before);
    const { named, list } = this.home();
    const stays = list === before ? list.indexOf(id) : undefined;
    const orderIndex = this.place();
    await this.send('PATCH', `/api/story-beats/${id}`, { ...named, orderIndex });
    takeFrom([before], id);
    list.splice(orderIndex ?? stays ?? list.length, 0, id);
  }

  async removeBeat() {
    const beats = this.beatLists.flat();
    if (beats.length === 0) return;
    const id = this.random.pick(beats);
    await this.send('DELETE', `/api/story-beats/${id}`);
    takeFrom(this.beatLists, id);
  }

  /** As the scene manager does. */
  async placeScene() {
    const { named } = this.home();
    const scene = this.random.pick(this.scenes);
    scene.act = named.actNumber;
    scene.sequenceId = named.sequenceId;
    await this.send('PATCH', `/api/scenes/${scene.id}`, named);
  }

  async step() {
    const { pick, chance } = this.random;
    if (this.acts.length === 0 || (this.acts.length < 4 && chance(0.05))) return this.addAct();
    if (chance(0.04)) return this.removeAct();
    const does = ['addBeat', 'addBeat', 'addBeat', 'moveBeat', 'moveBeat', 'moveBeat', 'removeBeat'] as const;
    const others = ['addSequence', 'addSequence', 'moveSequence', 'removeSequence', 'placeScene'] as const;
    return this[pick([...does, ...others])]();
  }

  async check() {
    const read = async (below: string) => (await this.random.pick(this.callers).get(this.url + below)).json();
    const acts: Act[] = await read('/acts');
    expect(acts.map(({ id, number, orderIndex }) => [id, number, orderIndex])).toEqual(
      this.acts.map(({ id }, i) => [id, i + 1, i]),
    );
    const sequences: Sequence[] = await read('/sequences');
    expect(sequences.map(({ id, actNumber, orderIndex }) => [id, actNumber, orderIndex])).toEqual(
      this.acts.flatMap((act, i) => act.sequences.map(({ id }, place) => [id, i + 1, place])),
    );
    const beats: StoryBeat[] = await read('/story-beats');
    const rows = beats.map((beat) => [beat.id, beat.actId, beat.actNumber, beat.sequenceId, beat.orderIndex]);
    expect(rows).toEqual(
      this.acts.flatMap((act, i) =>
        [{ id: null, beats: act.loose }, ...act.sequences.toSorted((a, b) => a.id - b.id)].flatMap((home) =>
          home.beats.map((id, place) => [id, act.id, i + 1, home.id, place]),
        ),
      ),
    );
    const scenes: Scene[] = await read('/scenes');
    expect(scenes.map(({ id, actNumber, sequenceId }) => [id, actNumber, sequenceId])).toEqual(
      this.scenes.map(({ id, act, sequenceId }) => [id, act, sequenceId]),
    );
  }
}

test.for([1, 2, 3])(
  '200 random changes of two writers leave a plan without gaps, seed %i',
  { timeout: 60_000 },
  async (seed, { server, world }) => {
    const project = await aProject(server.db, { userId: world.olive.id });
    await aShare(server.db, project, world.eddie, { role: 'editor' });
    const desk = new Desk(server, world, seeded(seed), project.id);
    for (let i = 0; i < 6; i++) {
      const actNumber = 1 + (i % 3);
      const { id } = await aScene(server.db, { projectId: project.id, sceneNumber: i + 1, actNumber });
      desk.scenes.push({ id, act: actNumber, sequenceId: null });
    }
    for (let step = 1; step <= 200; step++) {
      await desk.step();
      if (step % 2 === 0) await desk.check();
    }
    await desk.check();
    const { revision } = (await desk.callers[0]?.get(desk.url))?.json() ?? {};
    const changes = await server.db
      .select()
      .from(projectChanges)
      .where(eq(projectChanges.projectId, project.id));
    expect(changes.map(({ rev }) => rev).sort((a, b) => a - b)).toEqual(
      Array.from({ length: revision }, (_, i) => i + 1),
    );
  },
);
