import { describe, expect, test } from 'vitest';
import { readFdx } from '#test/lockedFiles.ts';
import { action, heading } from '#test/script.ts';
import { applyEdit } from '../edits/apply.ts';
import { createEditSession } from '../edits/editSession.ts';
import { emptyRow, type ScriptRow } from '../edits/rows.ts';
import { emptySnapshot } from '../edits/snapshot.ts';
import { emptyTitlePage, type ScriptElement } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { omitEdits, restoreEdits } from '../production/omitScene.ts';
import { writeFdx } from './write.ts';

/** Return the script as a session after some edits. */
function edited(
  elements: readonly ScriptElement[],
  editsOf: (rows: ScriptRow[]) => ReturnType<typeof omitEdits>,
) {
  const rows = elements.map((element, index): ScriptRow => {
    const { elementType, content, extras, originalType } = element;
    return {
      ...emptyRow,
      ...{ elementType, content, extras, originalType },
      ...{ characterName: null, parenthetical: null },
      ...{ id: index + 1, projectId: 1, sceneId: 1, orderIndex: (index + 1) * 10 },
    };
  });
  const order = rows.map(({ id, orderIndex, elementType, content, sceneId }) => {
    return { id, orderIndex, elementType, content: elementType === 'scene_heading' ? content : '', sceneId };
  });
  const session = createEditSession({
    ...emptySnapshot(1),
    order,
    rows: new Map(rows.map((row) => [row.id, row])),
  });
  session.freeIds = [99, 98, 97];
  for (const edit of editsOf(rows)) applyEdit(session, edit);
  return [...session.order].map(({ id }) => session.rows.get(id) as ScriptRow);
}

const fdxOf = (rows: readonly ScriptRow[]) =>
  writeFdx({
    elements: rows.map(({ elementType, content, extras, originalType }, index) => ({
      ...{ elementType, content, extras, originalType },
      dual: null,
      ...(index === 0 && { sceneNumber: '8' }),
    })),
    ...{ format: defaultFormat, titlePage: emptyTitlePage, source: null },
  });

const scene = [heading('INT. CAR DECK - NIGHT'), action('Mara counts.'), action('*Twice.*')];

describe('an omitted scene', () => {
  test('keeps its number, prints OMITTED, and holds its text in FDX', () => {
    const rows = edited(scene, omitEdits);
    expect(rows.map(({ content }) => content)).toEqual(['OMITTED']);
    const xml = fdxOf(rows);
    expect(xml).toContain('<Paragraph Number="8" Type="Scene Heading"><Text>OMITTED</Text><OmittedScene>');
    expect(xml).toContain('<Text Style="Italic">Twice.</Text></Paragraph></OmittedScene>');
    const [read] = readFdx(xml).elements;
    expect(read).toMatchObject({ content: 'OMITTED', sceneNumber: '8' });
    expect(read?.extras?.omitted).toMatchObject({
      heading: 'INT. CAR DECK - NIGHT',
      elements: [{ content: 'Mara counts.' }, { content: '*Twice.*' }],
    });
  });

  test('is restored with its heading and text, also from a file', () => {
    const omitted = edited(scene, omitEdits);
    const fromFile = readFdx(fdxOf(omitted)).elements;
    for (const elements of [omitted, fromFile]) {
      const rows = edited(elements, ([first]) => restoreEdits(first as ScriptRow, 1));
      expect(rows.map(({ content }) => content)).toEqual(scene.map(({ content }) => content));
      expect(fdxOf(rows)).not.toContain('OmittedScene');
    }
  });

  test('is written as it was if nobody restored it', () => {
    const xml = '<OmittedScene><Paragraph Type="Action" Odd="1"><Text>Wet.</Text></Paragraph></OmittedScene>';
    const file = `<FinalDraft Version="5"><Content><Paragraph Type="Scene Heading" Number="8"><Text>OMITTED</Text>${xml}</Paragraph></Content></FinalDraft>`;
    expect(writeFdx(readFdx(file))).toContain(xml);
    expect(readFdx(file).elements[0]?.extras?.omitted).toEqual({
      ...{ heading: '', isOfFile: true },
      elements: [{ elementType: 'action', content: 'Wet.' }],
    });
  });
});
