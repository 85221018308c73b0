import { describe, expect, it } from 'vitest';
import { effectKinds, effectRecipes } from './kinds/kinds.ts';
import { type EffectLayer, readEffect } from './reading.ts';

const kindsOf = (text: string) => readEffect(text).layers.map(({ kind }) => kind);

describe('readEffect', () => {
  it.each([
    ['three knocks on a wooden door, far away', 'doorKnock'],
    ['heavy rain with distant thunder', 'rain thunder'],
    ['she walks across gravel', 'stepsGravel'],
    ['Footsteps in the snow', 'stepsSnow'],
    ['slow steps on marble tiles', 'stepsStone'],
    ['He runs over the wooden floor', 'stepsWood'],
    ['boots on a metal catwalk', 'stepsMetal'],
    ['walking through tall grass', 'stepsGrass'],
    ['splashing through a puddle, then running on the pavement', 'splash stepsStone'],
    ['Two men walk over wet ground', 'stepsWater'],
    ['The door creaks open.', 'doorCreak'],
    ['Mara slams the door.', 'doorSlam'],
    ['She opens the heavy oak door', 'doorOpen'],
    ['The door closes behind him', 'doorClose'],
    ['He turns the key in the lock', 'lock'],
    ['The doorbell rings', 'doorbell'],
    ['A car brakes hard and crashes', 'carBrake carCrash'],
    ['A car passes', 'carPass'],
    ['car horn honks', 'carHorn'],
    ['The engine idles', 'carEngine'],
    ['car doors slam', 'carDoor'],
    ['motorway traffic', 'traffic'],
    ['A train rattles by', 'train'],
    ['A train whistle far away', 'trainHorn'],
    ['A jet takes off', 'plane'],
    ['helicopter overhead', 'helicopter'],
    ["The ferry's horn sounds. Waves lap against the hull.", 'shipHorn sea boat'],
    ['horses gallop past', 'hooves'],
    ['The phone rings twice', 'phoneRing'],
    ['Her mobile buzzes on the table', 'phoneBuzz'],
    ['dial tone', 'dialTone'],
    ['murmur of a crowd', 'crowd'],
    ['thin applause', 'applause'],
    ['the stadium cheers', 'cheer'],
    ['a child screams', 'scream'],
    ['laughter', 'laughter'],
    ['waves on the beach', 'sea'],
    ['a mountain stream', 'river'],
    ['a dripping tap in the cellar', 'drip pouring'],
    ['he falls overboard', 'splash'],
    ['a crackling fire', 'fire'],
    ['the window shatters', 'glassBreak'],
    ['A single gunshot echoes in the tunnel', 'gunshot'],
    ['an explosion', 'explosion'],
    ['a punch', 'punch'],
    ['The body falls to the floor', 'thud'],
    ['The clock on the wall ticks slowly', 'clockTick'],
    ['Church bells toll three times', 'churchBell'],
    ['the bell over the shop door', 'smallBell'],
    ['birds at dawn', 'birds'],
    ['crickets', 'crickets'],
    ['A dog barks in the distance and a car passes', 'dog carPass'],
    ['a wolf howls', 'howl'],
    ['a cat meows', 'cat'],
    ['the cat purrs', 'purr'],
    ['an owl hoots', 'owl'],
    ['downtown', 'city'],
    ['hum of a refrigerator', 'hum'],
    ['machinery', 'machine'],
    ['an old typewriter', 'typewriter'],
    ['typing on a keyboard', 'keyboard'],
    ['sirens wail', 'siren'],
    ['a smoke alarm', 'alarm'],
    ['her heart beats fast', 'heartbeat'],
    ['he whistles a tune', 'whistle'],
    ['drum roll', 'drum'],
    ['coins drop', 'coins'],
    ['keys jangle', 'keys'],
    ['he turns a page', 'paper'],
    ['zips up her jacket', 'zip cloth'],
    ['eerie wind howling', 'wind'],
    ['Glasses clink softly in a crowded bar', 'dishes crowd'],
    ['no rain, only wind', 'wind'],
    ['silence, without any birds', 'roomTone'],
    ['Rain hammers the windows.', 'rain'],
  ])('finds the kinds in "%s": %s', (text, kinds) => {
    expect(kindsOf(text).join(' ')).toBe(kinds);
  });

  it('has words for every kind, and they lead to it', () => {
    expect(effectKinds.length).toBeGreaterThan(90);
    const floors = effectKinds.filter((kind) => kind.startsWith('steps'));
    expect(floors).toHaveLength(7);
    const unreachable = effectKinds
      .filter((kind) => !floors.includes(kind))
      .filter(
        (kind) =>
          !effectRecipes[kind].words.list.some(
            (words) => kindsOf(words.replaceAll(' - ', ' the '))[0] === kind,
          ),
      );
    expect(unreachable).toEqual([]);
  });

  it.each<[string, ...Partial<EffectLayer>[]]>([
    [
      'heavy rain with distant thunder',
      { strength: 0.9, distance: 'middle' },
      { strength: 0.5, distance: 'far' },
    ],
    ['A dog barks in the distance and a car passes', { distance: 'far' }, { distance: 'middle' }],
    ['She runs up the stairs', { tempo: 1.6 }],
    ['someone tiptoes over gravel', { strength: 0.15, tempo: 0.65 }],
    ['a muffled gunshot', { isMuffled: true }],
    ['music through the wall', { isMuffled: true }],
    ['a siren approaching', { trend: 'comes' }],
    ['The car drives away', { trend: 'goes' }],
    ['applause for five seconds', { seconds: 5 }],
    ['a long ring', { stretch: 1.7 }],
    ['three knocks', { count: 3 }],
    ['He knocks on the door four times', { count: 4 }],
    ['the phone rings twice', { count: 2 }],
    ['12 gunshots', { count: 12 }],
    ['two women walk', { count: null }],
    ['the door closes', { distance: 'middle' }],
  ])('reads the manner in "%s"', (text, ...manners) => {
    const { layers } = readEffect(text);
    for (const [index, manner] of manners.entries()) expect(layers[index]).toMatchObject(manner);
  });

  /** The sounds that scripts most often name, in their own words. */
  const often = {
    ...{ rain: 'rain', wind: 'wind', thunder: 'thunder', sea: 'sea', river: 'river', fire: 'fire' },
    ...{
      'door slam': 'doorSlam',
      'door knock': 'doorKnock',
      'creaking door': 'doorCreak',
      doorbell: 'doorbell',
    },
    ...{ 'steps on wood': 'stepsWood', 'steps on stone': 'stepsStone' },
    ...{ 'steps on gravel': 'stepsGravel', 'steps in snow': 'stepsSnow' },
    ...{
      'car engine': 'carEngine',
      'car horn': 'carHorn',
      traffic: 'traffic',
      train: 'train',
      helicopter: 'helicopter',
    },
    ...{
      'phone ring': 'phoneRing',
      siren: 'siren',
      alarm: 'alarm',
      'church bell': 'churchBell',
      clock: 'clockTick',
    },
    ...{
      crowd: 'crowd',
      applause: 'applause',
      laughter: 'laughter',
      scream: 'scream',
      heartbeat: 'heartbeat',
    },
    ...{
      'shattering glass': 'glassBreak',
      gunshot: 'gunshot',
      explosion: 'explosion',
      birds: 'birds',
      dog: 'dog',
    },
    ...{ city: 'city', hum: 'hum', machinery: 'machine', crickets: 'crickets' },
  };

  it('reads distance, duration and mood for each of the most common kinds', () => {
    expect(Object.keys(often).length).toBeGreaterThanOrEqual(30);
    for (const [noun, kind] of Object.entries(often)) {
      const far = readEffect(`eerie, distant ${noun} for three seconds`);
      expect(far, noun).toMatchObject({ mood: 'dark', layers: [{ kind, distance: 'far', seconds: 3 }] });
      const near = readEffect(`peaceful ${noun}, close by`);
      expect(near, noun).toMatchObject({ mood: 'calm', layers: [{ kind, distance: 'near', seconds: null }] });
      expect(readEffect(noun), noun).toMatchObject({
        mood: null,
        layers: [{ kind, distance: 'middle', seconds: null }],
      });
    }
  });

  it('puts later sounds into later stages', () => {
    const { layers } = readEffect('rain, then she opens the door and then walks');
    expect(layers.map(({ stage }) => stage)).toEqual([0, 1, 2]);
  });

  it('reports unknown words and the nearest sound', () => {
    expect(readEffect('An elephant')).toMatchObject({
      isUnknown: true,
      layers: [{ kind: 'cow' }],
      missing: [{ word: 'elephant', kind: 'cow' }],
    });
    expect(readEffect('thundre')).toMatchObject({ isUnknown: true, layers: [{ kind: 'thunder' }] });
    expect(readEffect('A lion in the rain')).toMatchObject({
      isUnknown: false,
      layers: [{ kind: 'rain' }],
      missing: [{ word: 'lion', kind: 'howl' }],
    });
  });

  it.each(['', '🎬 🎬', '???', 'ドアが開く', 'مطر', 'xqzzy', '\u0000\n', '((((', 'a'.repeat(5000)])(
    'finds nothing in %j and reports it',
    (text) => {
      expect(readEffect(text)).toMatchObject({ isUnknown: true, layers: [], missing: [] });
    },
  );
});
