/** Outdoor sets that a scene can be drawn in. */
export type Outside =
  | 'street'
  | 'harbour'
  | 'sea'
  | 'deck'
  | 'beach'
  | 'forest'
  | 'field'
  | 'mountain'
  | 'desert'
  | 'skyline'
  | 'road'
  | 'house'
  | 'station'
  | 'river'
  | 'lake'
  | 'underwater'
  | 'space'
  | 'sky'
  | 'plain'
  | 'open';
export type Inside =
  | 'room'
  | 'bedroom'
  | 'kitchen'
  | 'bar'
  | 'office'
  | 'corridor'
  | 'car'
  | 'cabin'
  | 'hold'
  | 'hall'
  | 'cell'
  | 'ward'
  | 'bare'
  | 'interior';
export type Light = 'day' | 'night' | 'dusk' | 'dawn';

export type Weather = 'clear' | 'rain' | 'snow' | 'fog' | 'storm';
export type Mood = 'plain' | 'tense' | 'lonely' | 'heavy' | 'close';

type Words<Kind extends string> = readonly (readonly [kind: Kind, words: RegExp])[];

/** Return a pattern for any of these words, separated by commas, singular or plural. */
function any(words: string): RegExp {
  const choices = words.trim().replace(/\s+/g, ' ').split(', ').join('|');
  return new RegExp(`(?<!\\p{L})(?:${choices})(?:e?s)?(?!\\p{L})`, 'iu');
}

/** The first kind with a word in the place name wins, so special kinds come before general ones. */
export const outsideWords: Words<Outside> = [
  [
    'harbour',
    any(`
      ferry terminal, harbou?r, port, dock, quay, pier, wharf, marina, jetty, shipyard, boatyard, waterfront, embankment`),
  ],
  [
    'deck',
    any(`
      deck, ferry, ship, yacht, boat, trawler, vessel, bow, stern, gangway, submarine`),
  ],
  [
    'station',
    any(`
      (?<!(?:police|gas|petrol|fire|service) )station, platform, railway, bus stop,
      terminal, tracks?, train, airport, runway`),
  ],
  [
    'skyline',
    any(`
      roof, rooftop, skyline, skyscraper, balcony, penthouse, tower, fire escape`),
  ],
  [
    'road',
    any(`
      road, highway, motorway, freeway, interstate, car, truck, van, taxi, gas station, petrol
      station, motel, diner, roadside, lane, bridge, driveway, motorcycle`),
  ],
  [
    'street',
    any(`
      street, alley, alleyway, avenue, square, market, plaza, sidewalk, pavement, bar, pub, club,
      hotel, caf[eé], shop, store, bank, theat(?:re|er), police station, court, town, courthouse,
      restaurant, apartment, flat, block, office, building, hospital, school, embassy, gallery,
      museum`),
  ],
  [
    'beach',
    any(`
      beach, shore, coast, cliff, dune, lagoon, bay, cove, island`),
  ],
  [
    'sea',
    any(`
      sea, ocean, water, lighthouse, lifeboat, raft, pond, fjord, reef`),
  ],
  [
    'forest',
    any(`
      forest, wood, woodland, jungle, trees?, park, grove, orchard, swamp, trail, clearing, garden,
      cemetery, graveyard, camp, campsite`),
  ],
  [
    'mountain',
    any(`
      mountain, peak, alp, hill, summit, glacier, valley, canyon, ridge, ravine, gorge, volcano,
      himalaya`),
  ],
  [
    'desert',
    any(`
      desert, sahara, sand, wasteland, mesa, badlands, salt flat, oasis, outback, moon, mars`),
  ],
  [
    'house',
    any(`
      house, home, cottage, villa, mansion, farmhouse, barn, hut, shack, porch, church, chapel,
      monastery, castle, manor, village, backyard, yard, suburb, lodge, bungalow, trailer`),
  ],
  [
    'field',
    any(`
      field, farm, meadow, prairie, countryside, plain, pasture, vineyard, moor, battlefield,
      steppe, grassland, stadium, playground`),
  ],
  // Matches only if nothing more specific does: a city street is a street.
  ['skyline', any('city, downtown, metropolis, manhattan, new york, london, paris, tokyo')],
];

export const insideWords: Words<Inside> = [
  [
    'car',
    any(`
      car(?! ?(?:deck|ferry|park)), taxi, cab, van, truck, limousine, limo, sedan, pickup, police
      car, patrol car, ambulance, cockpit, helicopter, suv, convertible, jeep, land ?cruiser, land
      rover, station wagon, vw, volkswagen, driving(?! ?(?:school|range|lesson)),
      (?:mazda|ford|toyota|honda|chevy|mustang|cadillac|bmw|mercedes|volvo|audi|porsche)(?!['’]| ?\\w)`),
  ],
  [
    'hold',
    any(`
      car ?deck, hold, engine room, warehouse, garage, factory, hangar, barn, cellar, basement,
      bunker, tunnel, sewer, mine, cave, car park, parking, workshop, boathouse, attic`),
  ],
  [
    'cabin',
    any(`
      cabin, ferry, ship, boat, bridge, wheelhouse, yacht, submarine, vessel, galley, train(?!
      station), carriage, compartment, bus(?! station), plane, aircraft, airplane, spaceship,
      spacecraft`),
  ],
  [
    'corridor',
    any(`
      corridor, hallway, passage, passageway, stairwell, stairs?, staircase, stairway, elevator,
      lift, subway, underground, metro, backstage, landing`),
  ],
  [
    'bar',
    any(`
      bar, pub, club, nightclub, tavern, saloon, diner, caf[eé], restaurant, coffee shop, cantina,
      canteen, bistro, casino, shop, store, bakery, pharmacy, reception`),
  ],
  [
    'ward',
    any(`
      hospital, ward, clinic, surgery, operating, infirmary, morgue, icu, laboratory, lab, nursing
      home`),
  ],
  [
    'cell',
    any(`
      cell, prison, jail, interrogation, dungeon, interview room, holding, vault, bathroom, toilet,
      restroom, shower, closet`),
  ],
  [
    'bedroom',
    any(`
      bedroom, motel, hotel room, bed, dormitory, nursery, barracks, tent, suite`),
  ],
  [
    'kitchen',
    any(`
      kitchen, dining, dining room, mess, pantry, breakfast`),
  ],
  [
    'office',
    any(`
      office, study, library, police station, precinct, newsroom, classroom, school, archive,
      bookshop, bookstore, conference, boardroom, studio, control room, bank, headquarters, embassy`),
  ],
  [
    'hall',
    any(`
      hall, church, chapel, cathedral, temple, mosque, synagogue, court, courtroom, theat(?:re|er),
      cinema, auditorium, stadium, gym, ballroom, lobby, foyer, museum, gallery, station, airport,
      terminal, castle, palace, concert, arena, stage, mall`),
  ],
  [
    'room',
    any(`
      room, apartment, flat, house, home, lounge, parlou?r, cottage, villa, mansion, farmhouse,
      living, penthouse, loft, hut, shack, trailer, hotel, salon, lodge, bungalow`),
  ],
];

/** If a text names several kinds of weather, the heaviest comes first and wins. */
export const weatherWords: Words<Weather> = [
  [
    'storm',
    any(`
      storm, stormy, thunder, thunderstorm, lightning, hurricane, gale, tempest, typhoon, tornado`),
  ],
  [
    'snow',
    any(`
      snow, snowy, snowing, snowfall, snowflake, blizzard, sleet, snowstorm`),
  ],
  [
    'rain',
    any(`
      rain, rainy, raining, rainfall, drizzle, drizzling, downpour, pouring, rain-?soaked,
      rain-?swept, umbrella`),
  ],
  [
    'fog',
    any(`
      fog, foggy, mist, misty, haze, hazy, smog`),
  ],
];

export const moodWords: Words<Mood> = [
  [
    'tense',
    any(`
      run, running, chase, chasing, scream, screaming, gun, gunshot, knife, panic, panicked, fight,
      fighting, crash, explosion, explode, fire, attack, attacking, flee, fleeing, threaten,
      threatening, shoot, shooting, sprint, struggle, blood, alarm`),
  ],
  [
    'close',
    any(`
      whisper, whispering, kiss, kissing, tender, tenderly, embrace, embracing, hug, close-?up, hand
      in hand, caress, confess, lean in, face to face`),
  ],
  [
    'lonely',
    any(`
      alone, lonely, empty, deserted, abandoned, silence, silent, vast, distance, distant, waiting,
      wait, far away, solitary, nobody`),
  ],
  [
    'heavy',
    any(`
      dead, death, dying, dark, grave, funeral, grief, body, afraid, fear, dread, sinister, threat,
      trapped, prison, mourn, weep, weeping, sob, sobbing, cry, crying`),
  ],
];

export function kindIn<Kind extends string>(words: Words<Kind>, text: string): Kind | null {
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
