import type { ElementType } from '#screenplay/element.ts';
import type { ReadElement } from '#screenplay/facts/input.ts';

/** Put a line into a script without weaknesses. Return the script and the line's id. */
export function scriptWithLine(type: ElementType, text: string): { elements: ReadElement[]; id: number } {
  const script: [ElementType, string][] = [
    ['scene_heading', 'INT. CAR DECK - NIGHT'],
    ['action', 'MARA, TOBIAS, the CAPTAIN and the GIRL wait.'],
    ...speech('MARA', 'Forty-one. Forty-two.'),
    ...speech('TOBIAS', 'Wait for me!'),
    ...speech('CAPTAIN', 'We sail.'),
    ...speech('GIRL', 'Forty-three.'),
    ...speech('TOBIAS', 'One more!'),
    ...speech('MARA', 'It was Thursday.'),
    ...speech('TOBIAS', 'Yes.'),
    ['scene_heading', 'INT. CAR DECK - DAY'],
    ['action', 'Chains.'],
    ...around(type, text),
  ];
  const elements = script.map(([elementType, content], index) =>
    doctorElement(index + 1, elementType, content),
  );
  return { elements, id: elements.findLast(({ content }) => content === text)?.id ?? -1 };
}

function around(type: ElementType, text: string): [ElementType, string][] {
  if (type === 'dialogue') return speech('MARA', text);
  if (type === 'character') return speech(text, 'Six. On Thursday.');
  if (type === 'parenthetical') {
    return [
      ['character', 'MARA'],
      ['parenthetical', text],
      ['dialogue', 'Six. On Thursday.'],
    ];
  }
  return [
    [type, text],
    ['action', 'Rain.'],
  ];
}

function speech(cue: string, line: string): [ElementType, string][] {
  return [
    ['character', cue],
    ['dialogue', line],
  ];
}

/** Return an element with only id, type and text. */
export function doctorElement(id: number, elementType: ElementType, content: string): ReadElement {
  return { id, elementType, content, dual: null, originalType: null, extras: null };
}
