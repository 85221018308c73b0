import type { Inside, Outside } from './words.ts';

/** A prop of a place: its name, its position from left (-1) to right (1), and its distance. */
export type PlacedProp = readonly [name: string, x: number, depth?: number];

/** A specific place: a basic set with additional props. */
interface Place {
  name: string;
  things: readonly PlacedProp[];
}
export interface InsidePlace extends Place {
  set: Inside;
}
export interface OutsidePlace extends Place {
  set: Outside;
}

type Rows<Set extends string> = readonly (readonly [
  name: string,
  words: string,
  set: Set,
  things: readonly PlacedProp[],
])[];

const wordsOf = (words: string) =>
  new RegExp(`(?<!\\p{L})(?:${words.split(', ').join('|')})(?:e?s)?(?!\\p{L})`, 'iu');

function placesOf<Set extends string>(rows: Rows<Set>): (Place & { set: Set; words: RegExp })[] {
  return rows.map(([name, words, set, things]) => ({ name, words: wordsOf(words), set, things }));
}

/**
 * Special places come before general ones. Places that are not listed are basic sets (words.ts).
 */
const insidePlaces = placesOf<Inside>([
  [
    'bathroom',
    'bathroom, toilet, restroom, shower, washroom, powder room, bath',
    'bare',
    [
      ['bath', -0.62],
      ['sink', 0.3],
      ['mirror', 0.3],
      ['toilet', 0.72],
    ],
  ],
  [
    'classroom',
    'classroom, school, lecture hall, kindergarten, schoolroom',
    'bare',
    [
      ['blackboard', 0],
      ['table', -0.55, 2],
      ['chair', -0.2, 1.7],
      ['chair', 0.35, 1.7],
      ['table', 0.6, 2],
    ],
  ],
  [
    'church',
    'church, chapel, cathedral, temple, mosque, synagogue, monastery',
    'hall',
    [
      ['lectern', -0.3, 3.4],
      ['cross', 0.3, 3.8],
    ],
  ],
  [
    'courtroom',
    'court, courtroom, tribunal',
    'hall',
    [
      ['lectern', 0, 3.4],
      ['flag', -0.45],
    ],
  ],
  [
    'theatre',
    'theat(?:re|er), stage, backstage, auditorium, opera, cinema, concert hall, screening room',
    'hall',
    [
      ['curtain', -0.62, 3.2],
      ['curtain', 0.62, 3.2],
      ['microphone', 0.1, 3],
    ],
  ],
  [
    'library',
    'library, archive, bookshop, bookstore',
    'office',
    [
      ['shelf', -0.78],
      ['shelf', 0.78],
      ['ladder', 0.5],
    ],
  ],
  [
    'restaurant',
    'restaurant, diner, caf[eé], coffee ?(?:shop|house), bistro, cafeteria, canteen, pizzeria, tea ?(?:shop|room), starbucks',
    'bar',
    [
      ['table', -0.6, 2],
      ['chair', -0.35, 1.9],
      ['table', 0.62, 2],
      ['plant', 0.92, 2.1],
    ],
  ],
  [
    'shop',
    'shop, store, supermarket, grocery, pharmacy, bakery, boutique, mall, wal-?mart, pawnshop',
    'bare',
    [
      ['shelf', -0.72],
      ['shelf', -0.3],
      ['counter', 0.55, 2],
    ],
  ],
  [
    'gym',
    'gym, gymnasium, fitness, dojo, boxing, locker room',
    'hold',
    [
      ['weights', -0.55, 2.4],
      ['bench', 0.5, 2.4],
    ],
  ],
  [
    'laboratory',
    'laborator(?:y|ie), lab, clean room, observatory',
    'bare',
    [
      ['console', -0.6],
      ['table', 0.4, 2],
      ['shelf', 0.85],
    ],
  ],
  [
    'morgue',
    'morgue, mortuary, funeral (?:home|parlou?r), viewing room',
    'bare',
    [
      ['coffin', 0.1, 2],
      ['candle', -0.4, 2],
      ['flowers', 0.55, 2],
    ],
  ],
  [
    'interrogation room',
    'interrogation, interview room',
    'cell',
    [
      ['mirror', 0.5],
      ['chair', 0.55, 1.8],
    ],
  ],
  [
    'prison cell',
    'prison, jail, cell, dungeon, holding',
    'cell',
    [
      ['bed', -0.6, 2],
      ['toilet', 0.75, 2],
    ],
  ],
  [
    'stairwell',
    'stairwell, stairs?, staircase, stairway, landing',
    'bare',
    [
      ['stairs', 0.3, 2.1],
      ['painting', -0.5],
    ],
  ],
  ['lift', 'elevator, lift', 'bare', [['mirror', 0]]],
  [
    'attic',
    'attic, loft',
    'bare',
    [
      ['crate', -0.6],
      ['wardrobe', 0.65],
      ['box', 0.2],
      ['suitcase', -0.2],
    ],
  ],
  [
    'cellar',
    'basement, cellar, crypt',
    'hold',
    [
      ['barrel', -0.55, 2.4],
      ['barrel', -0.35, 2.6],
      ['shelf', 0.6, 2.6],
    ],
  ],
  [
    'cave',
    'cave, cavern, mine, grotto',
    'hold',
    [
      ['rocks', -0.5, 2.2],
      ['rocks', 0.6, 2.4],
      ['rocks', 0.1, 3],
    ],
  ],
  ['tunnel', 'tunnel, sewer, subway, underground, metro', 'corridor', []],
  [
    'train carriage',
    'train, carriage, compartment, railway car, tram, sleeping car',
    'cabin',
    [
      ['bench', 0.45, 1.9],
      ['suitcase', -0.1, 1.9],
    ],
  ],
  [
    'bus',
    'bus, school bus, minibus',
    'cabin',
    [
      ['bench', 0.5, 1.9],
      ['bench', -0.2, 2],
    ],
  ],
  [
    'aeroplane',
    '(?:air|aero)?plane, aircraft, jet, airliner',
    'cabin',
    [
      ['chair', 0.3, 1.8],
      ['chair', 0.6, 1.8],
    ],
  ],
  [
    'spaceship',
    'space ?ship, spacecraft, starship, space station, shuttle, airlock, starship',
    'cabin',
    [
      ['console', 0.45, 1.9],
      ['console', -0.3, 2.1],
    ],
  ],
  [
    'control room',
    'control room, server room, headquarters, command, newsroom, studio, broadcast, mission control',
    'bare',
    [
      ['console', -0.55],
      ['console', 0],
      ['console', 0.55],
    ],
  ],
  [
    'night club',
    'night ?club, disco, dance ?floor, strip club',
    'bar',
    [
      ['microphone', -0.5, 2],
      ['barrel', 0.7, 2],
    ],
  ],
  [
    'lobby',
    'lobby, foyer, reception, waiting room, waiting area',
    'bare',
    [
      ['counter', -0.45],
      ['plant', 0.3],
      ['bench', 0.68],
    ],
  ],
  [
    'museum',
    'museum, gallery, exhibition',
    'hall',
    [
      ['statue', -0.5, 3],
      ['statue', 0.5, 3.2],
    ],
  ],
  ['garage', 'garage, workshop, auto shop, body shop', 'hold', [['ladder', -0.35, 2.6]]],
  [
    'shed',
    'shed, barn, stable, tool ?shed',
    'hold',
    [
      ['ladder', -0.4, 2.6],
      ['barrel', 0.5, 2.4],
    ],
  ],
  [
    'tent',
    'tent, yurt, tepee',
    'bare',
    [
      ['bed', -0.5],
      ['box', 0.45],
      ['candle', 0.7],
    ],
  ],
  [
    'throne room',
    'castle, palace, throne, banquet',
    'hall',
    [
      ['throne', 0, 3.6],
      ['flag', -0.4],
      ['flag', 0.4],
    ],
  ],
  [
    'swimming pool',
    'swimming pool, pool, sauna, spa',
    'bare',
    [
      ['pool', 0, 1.9],
      ['bench', 0.7],
    ],
  ],
  [
    'nursery',
    "nursery, kids?['’]? ?room, playroom, children['’]s room, (?:boy|girl|baby)['’]s room",
    'bedroom',
    [
      ['toy', 0.3, 1.9],
      ['ball', 0.55, 1.8],
    ],
  ],
  [
    'dining room',
    'dining room, dining, banquet room',
    'room',
    [
      ['table', 0.1, 1.8],
      ['chair', -0.3, 1.8],
    ],
  ],
  [
    'laundry',
    'laundry, laundromat, wash house',
    'bare',
    [
      ['stove', -0.6],
      ['stove', -0.35],
      ['stove', -0.1],
      ['bench', 0.55],
    ],
  ],
  [
    'bank',
    'bank, vault, post office, ticket office',
    'bare',
    [
      ['counter', -0.4],
      ['counter', 0.4],
      ['clock', 0],
    ],
  ],
  [
    'police station',
    'police station, precinct, squad room, sheriff',
    'office',
    [
      ['wardrobe', 0.75],
      ['flag', -0.2],
    ],
  ],
  [
    'greenhouse',
    'greenhouse, conservatory, winter garden',
    'bare',
    [
      ['plant', -0.7],
      ['plant', -0.3],
      ['plant', 0.3],
      ['palm', 0.75],
    ],
  ],
  [
    'hairdresser',
    'hairdresser, barber, salon, beauty parlou?r, dressing room, makeup',
    'bare',
    [
      ['mirror', -0.4],
      ['chair', -0.4, 1.9],
      ['mirror', 0.3],
      ['chair', 0.3, 1.9],
    ],
  ],
  [
    'waiting hall',
    'train station, bus station, airport, terminal, station',
    'hall',
    [
      ['bench', -0.4, 3],
      ['clock', 0],
    ],
  ],
  [
    'boardroom',
    'conference, boardroom, meeting room',
    'bare',
    [
      ['table', 0, 1.9],
      ['chair', -0.4, 1.9],
      ['chair', 0.4, 1.9],
      ['blackboard', 0.3],
    ],
  ],
]);

const outsidePlaces = placesOf<Outside>([
  [
    'underwater',
    'underwater, sea ?floor, ocean floor, seabed, reef',
    'underwater',
    [
      ['rocks', 0.6, 3],
      ['rocks', -0.7, 4],
    ],
  ],
  [
    'space',
    '(?:outer )?space(?! ?ship), orbit, galaxy, moon surface, lunar, planet, mars, moon(?! ?light)',
    'space',
    [['rocket', 0.55, 5]],
  ],
  ['sky', 'sky, clouds?, mid-?air, airspace', 'sky', []],
  [
    'swamp',
    'swamp, marsh, bog, wetland',
    'lake',
    [
      ['tree', -0.75, 3],
      ['bush', 0.7, 2.6],
      ['bush', -0.3, 4],
    ],
  ],
  ['bridge', '(?:golden gate )?bridge, viaduct', 'river', [['bridge', 0.1, 6]]],
  [
    'river',
    'river, riverbank, riverside, creek, stream, brook, canal, waterfall',
    'river',
    [
      ['bush', 0.75, 3],
      ['tree', -0.8, 4],
    ],
  ],
  [
    'lake',
    'lake, lakeside, lagoon, pond, fjord',
    'lake',
    [
      ['boat', 0.5, 5],
      ['bush', -0.8, 2.6],
    ],
  ],
  [
    'cemetery',
    'cemetery, graveyard, churchyard, graveside, grave',
    'field',
    [
      ['grave', -0.7, 2.6],
      ['grave', -0.35, 3.4],
      ['cross', 0.3, 3.2],
      ['grave', 0.62, 2.6],
      ['tree', 0.9, 5],
    ],
  ],
  [
    'playground',
    'playground, sandbox, schoolyard',
    'field',
    [
      ['swing', -0.5, 3.2],
      ['slide', 0.5, 3.2],
      ['tree', 0.9, 5],
    ],
  ],
  [
    'park',
    'park(?! ?ing), public garden, botanical garden',
    'field',
    [
      ['tree', -0.75, 3.4],
      ['tree', 0.85, 4.4],
      ['bench', 0.45, 2.7],
      ['lamppost', -0.2, 3.6],
    ],
  ],
  [
    'market',
    'market, bazaar, fair, fairground, carnival, marketplace',
    'street',
    [
      ['stall', -0.55, 3],
      ['stall', 0.6, 3.4],
    ],
  ],
  [
    'alley',
    'alley, alleyway, back ?street, backstreet',
    'street',
    [
      ['container', 0.55, 3],
      ['box', -0.45, 2.6],
    ],
  ],
  [
    'car park',
    'parking lot, car ?park, parking, parking garage',
    'plain',
    [
      ['car', -0.6, 4],
      ['car', 0.65, 4],
      ['lamppost', 0.1, 5],
    ],
  ],
  [
    'gas station',
    '(?:gas|petrol|filling|service) station',
    'road',
    [
      ['pump', 0.45, 3],
      ['pump', 0.7, 3],
      ['sign', -0.6, 3],
    ],
  ],
  [
    'motel',
    'motel, inn, roadhouse, diner',
    'road',
    [
      ['house', 0.62, 5],
      ['sign', -0.55, 3.4],
    ],
  ],
  [
    'bus stop',
    'bus stop, bus shelter',
    'street',
    [
      ['bus', -0.5, 5],
      ['sign', 0.5, 2.8],
      ['bench', 0.7, 2.8],
    ],
  ],
  [
    'farm',
    'farm, barn, ranch, stable, paddock',
    'field',
    [
      ['barn', 0.55, 5],
      ['fence', -0.55, 3.4],
    ],
  ],
  ['castle', 'castle, fortress, palace, citadel', 'field', [['castle', 0.1, 8]]],
  [
    'church',
    'church, chapel, cathedral, monastery, abbey',
    'field',
    [
      ['church', 0.2, 7],
      ['tree', -0.8, 5],
    ],
  ],
  [
    'village',
    'village, hamlet, settlement',
    'plain',
    [
      ['house', -0.6, 6],
      ['house', 0.6, 7],
      ['well', 0.1, 4],
    ],
  ],
  [
    'camp',
    'camp, campsite, campground, encampment',
    'forest',
    [
      ['tent', 0.5, 3.4],
      ['campfire', -0.3, 2.8],
    ],
  ],
  [
    'jungle',
    'jungle, rainforest',
    'forest',
    [
      ['palm', -0.65, 3.4],
      ['bush', 0.6, 2.6],
      ['palm', 0.85, 4.4],
    ],
  ],
  ['ice', 'arctic, antarctica, tundra, ice ?field, north pole, frozen', 'mountain', [['rocks', 0.6, 3]]],
  [
    'cave mouth',
    'cave, quarry, mine',
    'mountain',
    [
      ['rocks', -0.6, 2.6],
      ['rocks', 0.4, 3],
      ['rocks', 0.75, 2.4],
    ],
  ],
  [
    'stadium',
    'stadium, pitch, arena, football field, baseball, racetrack',
    'field',
    [
      ['flag', 0.6, 3],
      ['ball', 0.2, 2.4],
    ],
  ],
  ['airport', 'airport, runway, airfield, tarmac, airstrip', 'plain', [['plane', 0.1, 7]]],
  [
    'battlefield',
    'battlefield, war ?zone, trench, front line, ruins, no man',
    'desert',
    [
      ['smoke', -0.6, 4],
      ['rocks', 0.5, 3],
      ['cannon', 0.75, 3.4],
    ],
  ],
  [
    'garden',
    'garden, back ?yard, front ?yard, yard, lawn, patio',
    'house',
    [
      ['bush', -0.75, 2.8],
      ['tree', 0.85, 3.6],
    ],
  ],
  [
    'pool',
    'pool, swimming pool, poolside',
    'house',
    [
      ['pool', 0.1, 2.8],
      ['palm', 0.85, 4],
    ],
  ],
  [
    'factory',
    'factory, mill, power (?:station|plant), construction site, warehouse, shipyard, junkyard, scrapyard',
    'plain',
    [
      ['container', -0.6, 4],
      ['container', 0.6, 4.6],
      ['windmill', 0.2, 8],
    ],
  ],
  [
    'prison',
    'prison, jail',
    'plain',
    [
      ['fence', -0.6, 3.4],
      ['fence', 0, 3.4],
      ['fence', 0.6, 3.4],
    ],
  ],
  [
    'school',
    'school, campus, university, college',
    'house',
    [
      ['bus', -0.55, 5],
      ['tree', 0.85, 4],
    ],
  ],
  ['hospital', 'hospital, clinic', 'street', [['truck', 0.4, 5]]],
  ['lighthouse', 'lighthouse', 'beach', [['windmill', 0.6, 6]]],
  [
    'island',
    'island, atoll',
    'beach',
    [
      ['palm', -0.6, 3.6],
      ['palm', 0.8, 5],
    ],
  ],
  [
    'bushes',
    'bushes, hedge, vineyard, cornfield',
    'field',
    [
      ['bush', -0.6, 2.6],
      ['bush', 0, 3.4],
      ['bush', 0.6, 2.8],
    ],
  ],
]);

export const insidePlaceNames: readonly string[] = insidePlaces.map(({ name }) => name);
export const outsidePlaceNames: readonly string[] = outsidePlaces.map(({ name }) => name);

export function insidePlace(place: string): InsidePlace | null {
  return insidePlaces.find(({ words }) => words.test(place)) ?? null;
}

export function outsidePlace(place: string): OutsidePlace | null {
  return outsidePlaces.find(({ words }) => words.test(place)) ?? null;
}
