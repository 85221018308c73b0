import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aStoredScript } from '#web/script/testing/storedScript.ts';
import type { ElementText } from './change.ts';
import { elementsQuery, scenesQuery } from './script.data.ts';
import { ScriptSync } from './scriptSync.ts';

beforeEach(() => {
  localStorage.clear();
});

const paragraphs = ['Rain.', 'A kettle.', 'Two bells.'];
const changeCount = 20;

test.each([1, 2, 3])(
  'undoes and redoes typed words one by one, whether they are sent or not (seed %i)',
  async (seed) => {
    const random = seeded(seed);
    const server = await aStoredScript(paragraphs.map((content) => ['action', content]));
    const client = createQueryClient();
    await client.fetchQuery(elementsQuery(server.project.id));
    await client.fetchQuery(scenesQuery(server.project.id));
    const changes = new ScriptSync(client, server.project.id, 'eddie');
    const settled = () =>
      waitFor(() => expect(changes.outbox.state.status).toBe('saved'), { timeout: 20_000 });
    const shown = () => changes.elements().map(({ content }) => content);
    const states = [shown()];
    for (let change = 0; change < changeCount; change++) {
      const index = random.below(paragraphs.length);
      const row = changes.elements()[index];
      if (!row) throw new Error(`No element ${index}`);
      const texts: ElementText[] = [];
      for (let word = 0; word <= random.below(3); word++) {
        const content = `${texts.at(-1)?.content ?? row.content} ${change}.${word}`;
        texts.push({ elementType: 'action', content });
        states.push((states.at(-1) ?? []).with(index, content));
      }
      const content = texts.pop()?.content ?? '';
      changes.type([{ type: 'update', id: row.id, fields: { content }, base: changes.baseOf(row) }], {
        ...{ texts, group: null, stayId: undefined },
        isTyping: random.chance(0.5),
      });
      expect(shown()).toEqual(states.at(-1));
      if (random.chance(0.3)) await settled();
    }
    for (let round = 0; round < 2; round++) {
      for (const state of states.slice(0, -1).toReversed()) {
        changes.undo();
        expect(shown()).toEqual(state);
        if (random.chance(0.1)) await settled();
        expect(shown()).toEqual(state);
      }
      for (const state of states.slice(1)) {
        changes.redo();
        expect(shown()).toEqual(state);
        if (random.chance(0.1)) await settled();
        expect(shown()).toEqual(state);
      }
    }
    await settled();
    expect(server.elements.map(({ content }) => content)).toEqual(states.at(-1));
  },
);
