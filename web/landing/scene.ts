import type { ElementType } from '#screenplay/element.ts';

/** What is on the page when a visitor comes. */
const written: [type: ElementType, text: string][] = [
  ['action', 'FADE IN:'],
  ['scene_heading', 'EXT. CAR DECK, NIGHT FERRY - NIGHT'],
  ['action', 'Rain on parked cars. One has its headlights on, and nobody in it.'],
  ['action', 'MARA, 38, in a purser’s coat, counts bumpers by torchlight.'],
  ['character', 'TOBIAS (O.S.)'],
  ['dialogue', 'You have done that row.'],
];

/** What is typed while they look. */
const typed: [type: ElementType, text: string][] = [
  ['character', 'MARA'],
  ['dialogue', 'Then it has grown.'],
  ['action', 'She opens the door of the lit car. A child’s shoe on the seat, still wet.'],
  ['character', 'TOBIAS'],
  ['parenthetical', '(quietly)'],
  ['dialogue', 'We sailed with sixty-two.'],
  ['character', 'MARA'],
  ['dialogue', 'I make it sixty-three.'],
];

export interface Paragraph {
  /** Its place on the page, from 0. */
  place: number;
  type: ElementType;
  text: string;
  isTyped: boolean;
}

export const heroScene: Paragraph[] = [...written, ...typed].map(([type, text], place) => ({
  place,
  type,
  text,
  isTyped: place >= written.length,
}));
