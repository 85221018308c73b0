import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { ownWindowId } from '#web/lib/revisions.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { elementsQuery, scriptLists } from '#web/scriptSync/script.data.ts';
import { applyRemoteChange } from './applyRemoteChange.ts';

const projectId = 7;
const { elements } = scriptRows([
  { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
  { elementType: 'action', content: 'Nobody moves.' },
]);
const [heading, line] = elements as [Element, Element];

function aList() {
  const client = createQueryClient();
  const { queryKey } = elementsQuery(projectId);
  client.setQueryData(queryKey, elements);
  return {
    remove: () => scriptLists(client, projectId).removeElements([line.id], null),
    hear: (row: Element) =>
      applyRemoteChange(client, projectId, {
        type: 'changed',
        ...{
          entity: 'element',
          rev: 2,
          ids: [row.id],
          elements: [row],
          actorUserId: 'olive',
          actorWindow: 'other',
        },
      }),
    ids: () => client.getQueryData(queryKey)?.map(({ id }) => id),
  };
}

test('does not restore an element that was removed by a newer change', () => {
  const list = aList();
  list.remove();
  list.hear(line);
  expect(list.ids()).toEqual([heading.id]);
});

test('shows an element that another client has restored', () => {
  const list = aList();
  list.remove();
  // Deleting and restoring it are one version each.
  list.hear({ ...line, version: line.version + 2 });
  expect(list.ids()).toEqual([heading.id, line.id]);
});

test("keeps an element's position from a reply when an older message arrives late", () => {
  const client = createQueryClient();
  const { queryKey } = elementsQuery(projectId);
  client.setQueryData(queryKey, elements);
  const receive = (rev: number, orderIndex: number) =>
    applyRemoteChange(client, projectId, {
      ...{ type: 'changed', entity: 'element', actorUserId: 'olive', actorWindow: 'other' },
      ...{ rev, ids: [line.id], elements: [{ ...line, orderIndex }] },
    });
  const place = () => client.getQueryData(queryKey)?.find(({ id }) => id === line.id)?.orderIndex;
  scriptLists(client, projectId).applyReply(
    {
      ...{ elements: [], removedIds: [], scenes: [], removedSceneIds: [] },
      renumbered: [{ id: line.id, orderIndex: 300 }],
    },
    2,
  );
  receive(2, 200);
  expect(place()).toBe(300);
  receive(4, 400);
  expect(place()).toBe(400);
});

test.each([3, null])(
  'shows the place of an element whose own update overtakes the message that moved it (revision %s)',
  (revision) => {
    const client = createQueryClient();
    const { queryKey } = elementsQuery(projectId);
    client.setQueryData(queryKey, elements);
    const moved = [heading, line].map((row) => ({ ...row, orderIndex: row.orderIndex - 1_000_000 }));
    const shown = () => client.getQueryData(queryKey)?.map(({ id, orderIndex }) => [id, orderIndex]);
    scriptLists(client, projectId).applyReply(
      {
        elements: [{ ...line, orderIndex: line.orderIndex - 1_000_000, version: line.version + 1 }],
        ...{ removedIds: [], renumbered: [], scenes: [], removedSceneIds: [] },
      },
      revision,
    );
    expect(shown()).toEqual(elements.map(({ id, orderIndex }) => [id, orderIndex]));
    applyRemoteChange(client, projectId, {
      ...{ type: 'changed', entity: 'element', actorUserId: 'eddie', actorWindow: 'other' },
      ...{ rev: 2, ids: moved.map(({ id }) => id), elements: moved },
    });
    expect(shown()).toEqual(moved.map(({ id, orderIndex }) => [id, orderIndex]));
  },
);

test('keeps a restored element when the message about its deletion arrives late', () => {
  const client = createQueryClient();
  const { queryKey } = elementsQuery(projectId);
  client.setQueryData(queryKey, elements);
  const restored = { ...line, version: line.version + 2 };
  const reply = (changes: { elements: Element[]; removedIds: number[] }, revision: number) =>
    scriptLists(client, projectId).applyReply(
      { ...changes, renumbered: [], scenes: [], removedSceneIds: [] },
      revision,
    );
  const receive = (rev: number, rows: Element[], actorWindow: string) =>
    applyRemoteChange(client, projectId, {
      ...{ type: 'changed', entity: 'element', actorUserId: 'olive', ids: [line.id] },
      ...{ rev, elements: rows, actorWindow },
    });
  const ids = () => client.getQueryData(queryKey)?.map(({ id }) => id);
  reply({ elements: [], removedIds: [line.id] }, 1);
  reply({ elements: [restored], removedIds: [] }, 2);
  receive(2, [], ownWindowId);
  expect(ids()).toEqual([heading.id, line.id]);
  receive(3, [restored], ownWindowId);
  receive(4, [], 'other');
  expect(ids()).toEqual([heading.id]);
});

test.each([
  ['element', 'elements'],
  ['scene', 'scenes'],
  ['character', 'characters'],
  ['comment', 'comments'],
] as const)('refetches a list that loads while a change of %s arrives', (entity, list) => {
  const client = createQueryClient();
  const queryKey = projectListKey(projectId, list);
  let reads = 0;
  const queryFn = () => {
    reads += 1;
    return new Promise(() => {});
  };
  client.setQueryData<unknown>(queryKey, []);
  const hide = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }).subscribe(() => {});
  const change = { rev: 2, ids: [line.id], actorUserId: 'olive', actorWindow: 'other' };
  applyRemoteChange(client, projectId, { type: 'changed', entity, ...change });
  expect(reads).toBe(2);
  hide();
});
