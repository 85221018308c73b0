import { afterEach, expect, vi } from 'vitest';
import { editableFieldsOf } from '#screenplay/edits/elementFields.ts';
import type { Element } from '#shared/contract/elements.ts';
import { eventually } from '#test/eventually.ts';
import { test } from '#test/serverTest.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts } from '#web/lib/toast.ts';
import { charactersQuery, elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { aNetwork } from './network.ts';
import { seeded } from './random.ts';
import { makeRandomEdit } from './randomEdit.ts';
import { nightFerry } from './world.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.for([1, 2, 3, 4])(
  'shows what the server stores, whatever the network does (seed %i)',
  async (seed, { server, world }) => {
    const random = seeded(seed);
    const { id } = await nightFerry(server.db, world.olive);
    const network = aNetwork(server.as(world.olive));
    const client = createQueryClient();
    await client.fetchQuery(elementsQuery(id));
    await client.fetchQuery(scenesQuery(id));
    await client.fetchQuery(charactersQuery(id));
    const stored = async () =>
      (await server.as(world.olive).get(`/api/projects/${id}/script-elements`)).json() as Element[];
    const texts = (list: Element[]) => list.map((each) => [each.id, each.elementType, each.content]);
    const original = await stored();
    const changes = new ScriptSync(client, id, world.olive.id);
    const settled = () => {
      Object.assign(network, { isOffline: false, losesAnswer: false });
      return eventually(
        () => {
          if (changes.outbox.state.status === 'waiting') changes.outbox.retry();
          expect(changes.outbox.state).toEqual({ status: 'saved' });
        },
        { timeout: 60_000 },
      );
    };

    for (let step = 1; step <= 40; step++) {
      Object.assign(network, { isOffline: random.chance(0.2), losesAnswer: random.chance(0.2) });
      makeRandomEdit(random, changes, step);
      if (random.chance(0.2)) await settled();
    }
    const shown = changes.elements().map(editableFieldsOf);
    await settled();
    expect(changes.elements().map(editableFieldsOf)).toEqual(shown);
    expect(changes.elements()).toEqual(await stored());
    const fresh = createQueryClient();
    expect(client.getQueryData(scenesQuery(id).queryKey)).toEqual(await fresh.fetchQuery(scenesQuery(id)));

    while (changes.undoLabel !== null) changes.undo();
    await settled();
    expect(texts(await stored())).toEqual(texts(original));
    expect(currentToasts()).toEqual([]);
  },
);
