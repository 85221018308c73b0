import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unstyled } from '#screenplay/styled.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aStoredScript } from '#web/script/testing/storedScript.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { ActiveLineEditor } from './activeLineEditor.ts';

let sync: ScriptSync;
let writing: ActiveLineEditor;
let rain: Element;

beforeEach(async () => {
  localStorage.clear();
  const server = await aStoredScript([['action', 'Rain.']]);
  const client = createQueryClient();
  await client.fetchQuery(elementsQuery(server.project.id));
  sync = new ScriptSync(client, server.project.id, 'eddie');
  writing = new ActiveLineEditor(sync);
  rain = sync.elements()[0] as Element;
  writing.open(rain, 0);
});

afterEach(() => sync.outbox.discardAll());

/** Another writer changes the element and deletes it before the line has taken the change. */
function changeAndDelete(): void {
  sync.removeStored(rain.id);
  writing.continueRemoved({ ...rain, content: 'Rain falls.', version: rain.version + 1 }, null);
}

describe('a line whose element was changed and deleted elsewhere', () => {
  test('takes the last text of the element, and does not restore it', () => {
    changeAndDelete();
    expect(writing.line.get()?.text.text).toBe('Rain falls.');
    writing.save();
    expect(sync.outbox.pending).toEqual([]);
  });

  test('keeps what was typed, which restores the element', () => {
    writing.setText(unstyled('Rain. Wind.'));
    changeAndDelete();
    expect(writing.line.get()?.text.text).toBe('Rain. Wind.');
    writing.save();
    expect(sync.outbox.pending).toMatchObject([
      { edits: [{ type: 'restore' }, { type: 'update', fields: { content: 'Rain. Wind.' } }] },
    ]);
  });
});
