import type { ElementType } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';

type Line = [type: ElementType, text: string];

/** Lines that are on the page from the start. */
const written: Line[] = [
  ['action', 'FADE IN:'],
  ['scene_heading', 'EXT. CAR DECK, NIGHT FERRY - NIGHT'],
  ['action', 'Rain on parked cars. One has its headlights on, and nobody in it.'],
  [
    'action',
    'MARA, 38, in a purser’s coat, counts bumpers by torchlight. Her lips move. At the ramp she stops.',
  ],
  ['action', 'She walks the row back, slower, and counts it again.'],
  ['character', 'TOBIAS (O.S.)'],
  ['dialogue', 'You have done that row.'],
  ['action', 'TOBIAS, 54, oil to the elbows, leans out of the engine room door.'],
  ['character', 'MARA'],
  ['dialogue', 'Then it has grown.'],
  ['action', 'She opens the door of the lit car. A child’s shoe on the seat, still wet.'],
  ['character', 'TOBIAS'],
  ['parenthetical', '(quietly)'],
  ['dialogue', 'We sailed with sixty-two.'],
  ['character', 'MARA'],
  ['dialogue', 'I make it sixty-three.'],
  ['scene_heading', 'INT. PURSER’S OFFICE - MOMENTS LATER'],
  ['action', 'A ledger under a lamp that swings with the swell. Two columns, two hands, two sums.'],
  ['action', 'Rain ticks on the glass. Somewhere below a car door closes, slowly, as if by itself.'],
];

/** Lines that are typed while the visitor watches; the page ends among them. */
const typed: Line[] = [
  ['character', 'TOBIAS'],
  ['dialogue', 'It is dark. You are tired. It is one car.'],
  ['action', 'She does not look up. She sharpens the pencil, and the shavings fall on the wrong sum.'],
  ['character', 'MARA'],
  [
    'dialogue',
    'It was dark the night my brother drove aboard, and nobody was tired then. I counted them on, Tobias. Every car, twice. I counted them off. So tell me whose car is still on my deck.',
  ],
  ['action', 'He takes the pencil out of her hand and puts it down, very gently, beside the ledger.'],
  ['character', 'TOBIAS'],
  ['dialogue', 'The same one as every year.'],
  ['action', 'Below them the engine changes its note.'],
  ['transition', 'CUT TO:'],
];

/** The ids of the elements are their positions in the scene, from 1. */
export const firstTypedId = written.length + 1;

export const heroScene: Element[] = [...written, ...typed].map(([elementType, content], index) => ({
  id: index + 1,
  ...{ projectId: 1, sceneId: null, elementType, content, characterName: null, parenthetical: null },
  ...{ soundEffectUrl: null, soundEffectText: null, soundEffectKey: null },
  ...{ dialogueAudioUrl: null, dialogueAudioKey: null, audioVolume: 0.5 },
  ...{ audioOverlapSeconds: 0, orderIndex: index * 10, sequenceNumber: index, version: 1 },
  ...{ originalType: null, dual: null, extras: null },
}));
