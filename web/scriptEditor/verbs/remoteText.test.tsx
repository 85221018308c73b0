import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { caretAfter } from '#screenplay/textAlignment.ts';
import type { Element } from '#shared/contract/elements.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { storeUnsentScript } from '#web/lib/unsentScript.ts';
import { ownLiveDraft } from '#web/presence/collaborators.ts';
import {
  closeScript,
  edit,
  elementOf,
  isShown,
  liveField,
  openScript,
  putCaret,
  write,
} from '#web/script/testing/openScript.tsx';
import { openScriptSync } from '#web/scriptSync/openScriptSync.ts';
import { scriptLists } from '#web/scriptSync/script.data.ts';

afterEach(async () => {
  await closeScript();
  for (const { id } of currentToasts()) dismissToast(id);
});

const action = 'Mara takes the last ladder sideways.';
const theirs = 'Mara slowly takes the last ladder sideways.';

async function open() {
  const { server, client, user } = await openScript();
  /** Eddie changes the action; the live channel shows it here. */
  const changeRemotely = async (content: string) => {
    const element = await server.change(2, content);
    await act(async () => openScriptSync(client, server.project.id, '').putStored(element));
  };
  return { server, client, user, changeRemotely };
}

describe('the active line', () => {
  test('shows a remote change while nothing is typed in it, and text typed afterwards keeps the change', async () => {
    const { server, changeRemotely } = await open();
    edit(action);
    await changeRemotely(theirs);
    await waitFor(() => expect(liveField().textContent).toBe(theirs));
    write(liveField(), `${theirs} Twice.`);
    await act(async () => storeUnsentScript(server.project.id));
    expect(server.elements[1]?.content).toBe(`${theirs} Twice.`);
  });

  test('takes letters that another writer changed in a heading', async () => {
    const { server, client } = await openScript([
      ['scene_heading', 'INT. CAR DECK'],
      ['action', action],
    ]);
    const heading = edit('INT. CAR DECK');
    const element = await server.change(1, 'Int. car deck');
    await act(async () => openScriptSync(client, server.project.id, '').putStored(element));
    await waitFor(() => expect(heading.textContent).toBe('Int. car deck'));
    write(heading, 'Int. car deck - night');
    await act(async () => storeUnsentScript(server.project.id));
    expect(server.elements[0]).toMatchObject({
      content: 'INT. CAR DECK - NIGHT',
      typedContent: 'Int. car deck - night',
    });
  });

  test('keeps the caret at the same letters when a remote change comes before them', async () => {
    const { changeRemotely } = await open();
    putCaret(edit(action), 'Mara takes the last'.length);
    await changeRemotely(theirs);
    await waitFor(() => expect(liveField().textContent).toBe(theirs));
    expect(document.getSelection()?.focusOffset).toBe('Mara slowly takes the last'.length);
  });

  test('merges a remote change with the words that are typed in it', async () => {
    const { server, changeRemotely } = await open();
    write(edit(action), `${action} Rain.`);
    await changeRemotely(theirs);
    await waitFor(() => expect(liveField().textContent).toBe(`${theirs} Rain.`));
    await act(async () => storeUnsentScript(server.project.id));
    expect(server.elements[1]?.content).toBe(`${theirs} Rain.`);
  });

  test('keeps a remote change when the words typed before it are undone', async () => {
    const { changeRemotely } = await open();
    edit(action);
    for (const text of [' R', ' Rain', ' Rain a', ' Rain and wind']) write(liveField(), action + text);
    await changeRemotely(theirs);
    await waitFor(() => expect(liveField().textContent).toBe(`${theirs} Rain and wind`));
    const texts = [0, 1, 2].map(() => {
      fireEvent.keyDown(liveField(), { key: 'z', ctrlKey: true });
      return liveField().textContent;
    });
    expect(texts).toEqual([`${theirs} Rain a`, `${theirs} Rain`, `${theirs} R`]);
  });

  test('keeps the typed words if both changed the same ones', async () => {
    const { changeRemotely } = await open();
    write(edit(action), 'Mara jumps.');
    await changeRemotely('Mara falls.');
    expect(liveField().textContent).toBe('Mara jumps.');
  });

  test('leaves a composition alone when answers and remote changes arrive, and keeps both', async () => {
    const { server, changeRemotely } = await open();
    const field = edit(action);
    const release = server.hold();
    write(field, `${action} Rain.`);
    const storing = storeUnsentScript(server.project.id);
    fireEvent.compositionStart(field);
    write(field, `${action} Rain. 日`);
    release();
    await act(async () => storing);
    await changeRemotely(`${theirs} Rain.`);
    expect(field.textContent).toBe(`${action} Rain. 日`);
    fireEvent.compositionEnd(field);
    await waitFor(() => expect(liveField().textContent).toBe(`${theirs} Rain. 日`));
    await act(async () => storeUnsentScript(server.project.id));
    expect(server.elements[1]?.content).toBe(`${theirs} Rain. 日`);
  });

  test('broadcasts a caret without text until something is typed', async () => {
    await open();
    edit(action);
    expect(ownLiveDraft.get()).toMatchObject({ text: action, isUnchanged: true });
    write(liveField(), `${action} Rain.`);
    await waitFor(() => expect(ownLiveDraft.get()).toMatchObject({ text: `${action} Rain.` }));
    expect(ownLiveDraft.get()).not.toHaveProperty('isUnchanged');
  });
});

describe('the active line of an element that was deleted elsewhere', () => {
  /** Eddie deletes the action; the live channel shows it here. */
  async function openDeleted(text: string) {
    const { server, client } = await open();
    const field = edit(action);
    if (text !== action) write(field, text);
    await server.remove(2);
    await act(async () => openScriptSync(client, server.project.id, '').removeStored(server.id(2)));
    return { server, client };
  }

  test('stays with its caret and says so, and goes when the caret leaves it', async () => {
    const { server } = await openDeleted(action);
    expect(currentToasts().map(({ title }) => title)).toEqual(['Paragraph deleted']);
    expect([liveField().textContent, document.activeElement]).toEqual([action, liveField()]);
    fireEvent.click(elementOf('MARA'));
    expect(isShown(action)).toBe(false);
    expect(server.sent).toEqual([]);
  });

  test('takes the text with which another writer restores the element', async () => {
    const { server, client } = await open();
    const row = server.elements[1] as Element;
    edit(action);
    const lists = scriptLists(client, server.project.id);
    const change = (elements: Element[], removedIds: number[]) =>
      act(async () =>
        lists.applyRemote({ elements, removedIds, renumbered: [], scenes: [], removedSceneIds: [] }),
      );
    await change([], [row.id]);
    await change([{ ...row, content: theirs, version: row.version + 3 }], []);
    await waitFor(() => expect(liveField().textContent).toBe(theirs));
    fireEvent.click(elementOf('MARA'));
    expect(server.sent).toEqual([]);
  });

  test('restores the element with what is typed in it', async () => {
    const { server } = await openDeleted(action);
    write(liveField(), `${action} Twice.`);
    await act(async () => storeUnsentScript(server.project.id));
    expect(server.elements[1]).toMatchObject({ id: server.id(2), content: `${action} Twice.` });
    expect(server.elements).toHaveLength(4);
  });

  test('restores the element with what was typed before', async () => {
    const { server } = await openDeleted(`${action} Rain.`);
    fireEvent.click(elementOf('MARA'));
    await waitFor(() => expect(server.elements[1]?.content).toBe(`${action} Rain.`));
  });

  test('keeps what was sent when it was deleted', async () => {
    const { server } = await open();
    write(edit(action), `${action} Rain.`);
    await server.remove(2);
    await act(async () => storeUnsentScript(server.project.id)?.catch(() => undefined));
    expect(liveField().textContent).toBe(`${action} Rain.`);
    await act(async () => storeUnsentScript(server.project.id));
    expect(server.elements[1]).toMatchObject({ id: server.id(2), content: `${action} Rain.` });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('storeUnsentScript', () => {
  test('stores the text of the active line, each word as an undo step, and leaves the line open', async () => {
    const { server, user } = await open();
    write(edit(action), `${action} One.`);
    await act(async () => storeUnsentScript(server.project.id));
    expect(server.elements[1]?.content).toBe(`${action} One.`);
    expect(document.activeElement).toBe(liveField());
    write(liveField(), `${action} One. Two.`);
    await act(async () => storeUnsentScript(server.project.id));
    expect(server.elements[1]?.content).toBe(`${action} One. Two.`);
    await user.keyboard('{Control>}z{/Control}');
    expect(liveField().textContent).toBe(`${action} One.`);
    await user.keyboard('{Control>}z{/Control}');
    expect(liveField().textContent).toBe(action);
    await act(async () => storeUnsentScript(server.project.id));
    expect(server.elements[1]?.content).toBe(action);
  });

  test('rejects with the reason when the server cannot be reached', async () => {
    const { server } = await open();
    write(edit(action), `${action} One.`);
    const restore = server.network.reject('writes', 'unavailable');
    await expect(act(async () => storeUnsentScript(server.project.id))).rejects.toThrow(
      'The server cannot be reached. They are saved on this device.',
    );
    restore();
  });
});

describe('caretAfter', () => {
  test.each([
    ['Rain.', 'More rain.', 5, 10],
    ['Rain.', 'Rain. And wind.', 5, 5],
    ['Rain falls.', 'Rain slowly falls.', 4, 4],
    ['Rain falls.', 'Rain slowly falls.', 6, 13],
    ['', 'Rain.', 0, 0],
    ['Rain.', '', 3, 0],
  ])('maps a caret from "%s" to "%s"', (before, after, caret, expected) => {
    expect(caretAfter(before, after, caret)).toBe(expected);
  });
});
