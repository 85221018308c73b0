import type { WeakLine } from './line.ts';

/** Headings with one fault each. */
export const weakHeadings: readonly WeakLine[] = [
  ['heading-form', 'EXT - QUAY - DAY', 'EXT. QUAY - DAY'],
  ['heading-form', 'int. car deck - night', 'INT. CAR DECK - NIGHT'],
  ['heading-form', 'INT CAR DECK - NIGHT', 'INT. CAR DECK - NIGHT'],
  ['heading-form', 'EXT HARBOUR - DAWN', 'EXT. HARBOUR - DAWN'],
  ['heading-form', 'INT.CAR DECK - NIGHT', 'INT. CAR DECK - NIGHT'],
  ['heading-form', 'INT: SALOON - NIGHT', 'INT. SALOON - NIGHT'],
  ['heading-form', 'INT. CAR DECK NIGHT', 'INT. CAR DECK - NIGHT'],
  ['heading-form', 'EXT. QUAY THE NEXT MORNING', 'EXT. QUAY - THE NEXT MORNING'],
  ['heading-form', 'INT. SALOON, NIGHT', 'INT. SALOON - NIGHT'],
  ['heading-form', 'INT. SALOON, A MOMENT LATER', 'INT. SALOON - A MOMENT LATER'],
  ['heading-form', 'INT. CAR DECK-NIGHT', 'INT. CAR DECK - NIGHT'],
  ['heading-form', 'INT. CAR DECK- NIGHT', 'INT. CAR DECK - NIGHT'],
  ['heading-form', 'INT. CAR DECK – NIGHT.', 'INT. CAR DECK – NIGHT'],
  ['heading-form', 'INT. CAR DECK - NIGHT.', 'INT. CAR DECK - NIGHT'],
  ['heading-form', 'Ext. Harbour - Night', 'EXT. HARBOUR - NIGHT'],
  ['heading-form', 'ext harbour night', 'EXT. HARBOUR - NIGHT'],
  ['heading-form', '**int. car deck - night**', '**INT. CAR DECK - NIGHT**'],
  ['heading-form', 'CAR DECK - LATER', 'INT. CAR DECK - LATER'],
  ['missing-time', 'INT. ENGINE ROOM', null],
  ['missing-time', 'EXT. SUN DECK - PORT SIDE OF THE WHEELHOUSE ROOF', null],
  ['heading-place', 'INT. CARDECK - NIGHT', 'INT. CAR DECK - NIGHT'],
  ['heading-place', 'INT. CAR-DECK - DAY', 'INT. CAR DECK - DAY'],
];

/** Cues with one fault each. */
export const weakCues: readonly WeakLine[] = [
  ['cue-form', 'Mara', 'MARA'],
  ['cue-form', 'mara', 'MARA'],
  ['cue-form', 'MARA:', 'MARA'],
  ['cue-form', 'MARA VO', 'MARA (V.O.)'],
  ['cue-form', 'MARA O.S.', 'MARA (O.S.)'],
  ['cue-form', 'MARA (VO)', 'MARA (V.O.)'],
  ['cue-form', 'TOBIAS (OS)', 'TOBIAS (O.S.)'],
  ['cue-form', 'TOBIAS (V.O)', 'TOBIAS (V.O.)'],
  ['cue-form', 'TOBIAS(V.O.)', 'TOBIAS (V.O.)'],
  ['cue-form', 'TOBIAS (V.O.', 'TOBIAS (V.O.)'],
  ['cue-form', '*Mara*', '*MARA*'],
  ['cue-name', 'TOBAIS', 'TOBIAS'],
  ['cue-name', "TOBAIS (CONT'D)", "TOBIAS (CONT'D)"],
];

/** Parentheticals with one fault each. */
export const weakParentheticals: readonly WeakLine[] = [
  ['parenthetical-form', '(crossing to the window and wiping the glass with his sleeve)', null],
  ['doubled-word', '(to the the horse)', '(to the horse)'],
];
