import type { ElementType } from '#screenplay/element.ts';
import type { ScriptSelection } from '#screenplay/selection.ts';

/** Create a small script. Ids count from 1. */
export const scriptOfLines = (...lines: [ElementType, string][]) =>
  lines.map(([elementType, content], index) => ({
    id: index + 1,
    elementType,
    content,
    dual: null,
    characterName: null,
    parenthetical: null,
    extras: null,
  }));

export const deckScript = scriptOfLines(
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Chains. Diesel.'],
  ['character', 'MARA'],
  ['dialogue', 'Forty-one. **Forty-two.**'],
  ['action', 'Nobody laughs.'],
);

/** Return the selection from one element and offset to another. */
export const between = (id: number, offset: number, toId: number, toOffset: number): ScriptSelection => ({
  anchor: { id, offset },
  head: { id: toId, offset: toOffset },
});
