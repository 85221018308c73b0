/** Headings in good form; many are near misses. */
export const cleanHeadings: readonly string[] = [
  'INT. CAR DECK - NIGHT',
  'EXT. HARBOUR - NIGHT',
  'INT. LINNEA - CAR DECK - CONTINUOUS',
  'INT. CAR DECK - LATER',
  'INT./EXT. LIFEBOAT - DUSK',
  'INT/EXT. LIFEBOAT - DUSK',
  'I/E LIFEBOAT - DUSK',
  'I/E. LIFEBOAT - DUSK',
  'EST. OPEN SEA - DAWN',
  'EXT. QUAY - THE NEXT MORNING',
  'INT. BRIDGE - 3 A.M.',
  'INT. SALOON -- NIGHT',
  'INT. SALOON – NIGHT',
  'INT. THEATRE, OPENING NIGHT - EVENING',
  'EXT. ISLAND - MID-DAY',
  'INT. CABIN 1 - NIGHT',
  'INT. CABIN 12 - NIGHT',
  'EXT. DECK A - NIGHT',
  'EXT. DECK B - NIGHT',
  'INT. CAR DECKS - DAY',
  'THE ENGINE ROOM, BELOW',
  'MONTAGE - THE CROSSING',
  'BACK TO THE SALOON',
  'THE LONG NIGHT',
];

/** Cues on which every rule is silent. */
export const cleanCues: readonly string[] = [
  'MARA',
  'TOBIAS (V.O.)',
  "TOBIAS (CONT'D)",
  'TOBIAS (CONT’D) (INTO PHONE)',
  'CAPTAIN (O.S.)',
  'TOBIAS (v.o.)',
  'GUARD 2',
  'TANNOY',
  "GIRL'S VOICE",
  'McGIRL (V.O.)',
];

/** Parentheticals on which every rule is silent. */
export const cleanParentheticals: readonly string[] = [
  '(beat)',
  '(to the horse)',
  '(waving a wet ticket)',
  '(into the tube)',
  '(V.O.)',
  '(re: the cello)',
];
