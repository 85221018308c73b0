import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { closeScript, edit, liveField, openScript, write } from '#web/script/testing/openScript.tsx';

/* Capitals are a style: the letters of a line stay when its type changes (docs/decisions/0074). */

afterEach(closeScript);

const lines: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Straße im Regen.'],
  ['character', 'MARA'],
  ['dialogue', 'Twice.'],
];
const action = 'Straße im Regen.';
const press = (key: string) =>
  fireEvent.keyDown(liveField(), {
    key,
    code: /\d/.test(key) ? `Digit${key}` : key,
    ctrlKey: /\d/.test(key),
  });

async function open() {
  const { server } = await openScript(lines);
  const becomes = (...expected: (string | null | undefined)[]) =>
    waitFor(() => {
      const { elementType, content, typedContent } = server.elements[1] ?? {};
      expect([elementType, content, typedContent]).toEqual(expected);
    });
  return { server, becomes };
}

describe('letters of a line', () => {
  test('stay through several types, also when the line was left in between', async () => {
    const { becomes } = await open();
    edit(action);
    press('1');
    await waitFor(() => expect(liveField().style.textTransform).toBe('uppercase'));
    press('ArrowUp');
    await becomes('scene_heading', 'STRASSE IM REGEN.', action);
    edit('STRASSE IM REGEN.');
    press('2');
    await waitFor(() => expect(liveField().style.textTransform).toBe('none'));
    press('ArrowUp');
    await becomes('action', action, null);
  });

  test('are those typed into a heading', async () => {
    const { becomes } = await open();
    edit(action);
    press('1');
    write(liveField(), 'Int. Regen');
    press('ArrowUp');
    await becomes('scene_heading', 'INT. REGEN', 'Int. Regen');
  });
});

describe('line that reads like a transition', () => {
  test('is no scene when it is left without Enter', async () => {
    const { becomes } = await open();
    edit(action);
    press('1');
    write(liveField(), 'Fondu au noir.');
    press('ArrowUp');
    await becomes('transition', 'FONDU AU NOIR.', 'Fondu au noir.');
  });
});
