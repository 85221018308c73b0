import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import type { ProjectInput, ReadElement } from '#screenplay/facts/input.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';

/** Parse Fountain text into elements with ids from 1. */
export function doctorElements(fountain: string): ReadElement[] {
  const result = parseFountain(fountain);
  if (!result.ok) throw new Error(result.message);
  return result.screenplay.elements.map((element, index) => ({ ...element, id: index + 1 }));
}

const script = `EXT. HARBOUR - NIGHT

Rain on black water. MARA (40s, oilskins) counts cars up the ramp.

MARA
Forty-one. Forty-two.

TOBIAS falls out of a taxi with a cello case in his arms.

TOBIAS
Wait! I have a ticket!

MARA
No. You have a ticket for Thursday.

TOBIAS
I need to be on this boat.

INT. LINNEA - CAR DECK - CONTINUOUS

A HORSE looks Tobias over and is not impressed.

TOBIAS
After you.

INT. LINNEA - SALOON - LATER

Nine passengers, each at a table of their own. The CAPTAIN passes through.

CAPTAIN
Good evening. The crossing tonight will be long.

MARA
How old is she?

TOBIAS
Six. On Thursday.

INT. LINNEA - ENGINE ROOM - NIGHT

Pistons. The light goes amber. A STOKER wipes his hands.

STOKER
Who touched that?

EXT. OPEN SEA - DAWN

No moon. One lamp comes on, far off, where there is no land.

MARA
(quietly)
Forty-three.
`;

/**
 * Return five scenes of Night Ferry, sorted into three acts, with a stowaway who has not appeared
 * yet.
 */
export function nightFerryInput(): ProjectInput {
  const acts = [1, 1, 2, 2, 3];
  let scene = 0;
  const elements = doctorElements(script).map((element) => {
    if (isHeadingType(element.elementType)) scene++;
    return { ...element, sceneId: 100 + scene };
  });
  return {
    elements,
    scenes: acts.map((actNumber, index) => ({
      id: 101 + index,
      sceneNumber: index + 1,
      displayNumber: null,
      actNumber,
    })),
    acts: [
      { number: 1, title: 'Boarding' },
      { number: 2, title: 'The Crossing' },
      { number: 3, title: 'Land' },
    ],
    characters: [
      { name: 'MARA', role: 'Loadmaster', description: 'Counts everything twice.' },
      { name: 'INGRID', role: 'Stowaway' },
    ],
    beats: [{ title: 'The forty-third car', actNumber: 3, pageNumber: 9 }],
  };
}

/** Return the id of the element with exactly this text, or else of the first that contains it. */
export function idOfText({ elements }: ProjectInput, text: string): number {
  const whole = elements.find(({ content }) => content === text);
  return whole?.id ?? elements.find(({ content }) => content.includes(text))?.id ?? -1;
}
