import { describe, expect, test } from 'vitest';
import type { TensionBeat } from '../../prompts/tension.ts';
import { tensionOf } from './tension.ts';

type BeatText = readonly [title: string, description: string];
type Tier = 'low' | 'moderate' | 'high' | 'none';

let ids = 0;
const beat = ([title, description]: BeatText, actRank = 0): TensionBeat => ({
  ...{ id: ++ids, title, description, actRank, act: `Act ${actRank + 1}`, sequence: '', script: [] },
});
/** Return the points of a plan with one list of beats per act. */
const analysed = (...acts: BeatText[][]) =>
  tensionOf({ acts: acts.length, beats: acts.flatMap((texts, rank) => texts.map((one) => beat(one, rank))) })
    .points;
/** Return the level of a single beat, without effects of position and neighbours. */
const alone = (title: string, description = '') => {
  const [point] = analysed([[title, description]]);
  return { level: point?.tensionLevel ?? -1, context: point?.context ?? '' };
};
// Tiers of docs/spec/planning.md.
const tierOf = (level: number): Tier => (level > 0.7 ? 'high' : level > 0.4 ? 'moderate' : 'low');

/** Two stories in three acts with the tension of each beat as judged by a reader. */
const ferry: [BeatText, Tier][][] = [
  [
    [['Breakfast on the quay', 'Mara has coffee with Hale, as always.'], 'low'],
    [['Mara counts 213', 'Twice, with the clicker. The clicker agrees with her.'], 'low'],
    [['Forty cars, one driver missing', 'The engine of the last one runs, with nobody in it.'], 'moderate'],
    [['A name in the list', 'Somebody has typed it in 2015, and nobody knows who.'], 'moderate'],
    [['Hale refuses to turn back', 'They argue on the bridge.'], 'moderate'],
  ],
  [
    [['Deck 5, the odd side', 'The even side has one door too many.'], 'moderate'],
    [['Tea with the horse', 'Tobias smiles for the first time. They share his dinner.'], 'low'],
    [['A reply from a ship that sank', 'Pelle panics and drops the handset.'], 'moderate'],
    [['Brandt offers money', 'More than a list is worth, less than a ship.'], 'moderate'],
    [['Fire in the engine room', 'The alarm goes. The stoker is trapped, and there is no way out!'], 'high'],
    [['Mara sleeps in the chair', 'Nobody calls. The sea is calm.'], 'moderate'],
    [['Tobias lies to her', 'She finds out that he hid the list. They shout at each other.'], 'high'],
  ],
  [
    [['The quay, eleven years ago', 'Mara is the one who sold the ticket. A man drowned.'], 'high'],
    [['The wheel', 'The ferry is sinking. Mara fights Brandt before the storm kills them all!'], 'high'],
    [['Farewell at dawn', 'They say goodbye on the quay. Mara goes home and sleeps.'], 'low'],
  ],
];
const heist: [BeatText, Tier][][] = [
  [
    [['Sunday lunch', 'The Kowalskis laugh and cook.'], 'low'],
    [['The letter', 'Their house is to be auctioned.'], 'low'],
    [['An old friend', 'Viktor returns with a smile and a plan.'], 'low'],
    [['The bank refuses', 'Anna loses the last appeal.'], 'moderate'],
    [['Anna says yes', 'She has no choice.'], 'moderate'],
  ],
  [
    [['The crew', 'We meet the driver, the locksmith and the boy.'], 'low'],
    [['Plans of the vault', 'They build it from matchboxes.'], 'moderate'],
    [['The guard suspects something', 'He follows the boy, who hides in a bin.'], 'moderate'],
    [['Viktor has a secret', 'Anna overhears him on the phone. Who is he talking to?'], 'moderate'],
    [['Birthday', 'They dance in the kitchen. Peace, for one evening.'], 'low'],
    [['The rehearsal fails', 'The alarm howls, and they flee over the roofs.'], 'high'],
    [['The boy is arrested', 'Anna betrays nobody. The police threaten her.'], 'high'],
    [['All is lost', 'The house is sold. Anna gives up.'], 'high'],
  ],
  [
    [['Three minutes', 'The vault closes in ninety seconds, and the clock is ticking.'], 'high'],
    [['Viktor draws a gun', 'He double-crosses them all. Anna faces him down.'], 'high'],
    [['The chase', 'Sirens. The van crashes through the barrier!'], 'high'],
    [['A year later', 'A garden. Breakfast. The boy comes home.'], 'low'],
  ],
];

describe.each([
  ['Night Ferry', ferry],
  ['a heist', heist],
])('tensionOf for %s', (_, story) => {
  const beats = story.flat();
  const points = analysed(...story.map((act) => act.map(([text]) => text)));

  test.each(beats.map(([[title], tier], index) => [title, tier, index] as const))(
    'rates %s as %s',
    (_title, tier, at) => {
      expect([points[at]?.tensionLevel, tierOf(points[at]?.tensionLevel ?? -1)]).toEqual([
        expect.any(Number),
        points[at]?.basis === 'no_evidence' ? 'moderate' : tier,
      ]);
    },
  );

  test('is highest in the last act and clearly higher than in a quiet opening or at the end', () => {
    const levels = points.map(({ tensionLevel }) => tensionLevel);
    const highest = levels.indexOf(Math.max(...levels));
    expect(highest).toBeGreaterThanOrEqual(beats.length - (story[2]?.length ?? 0));
    expect((levels[highest] ?? 0) - (levels[0] ?? 1)).toBeGreaterThan(0.5);
    expect((levels[highest] ?? 0) - (levels.at(-1) ?? 1)).toBeGreaterThan(0.3);
  });

  test('returns one point per beat between 0 and 1, with reasons in whole sentences', () => {
    for (const { tensionLevel, context } of points) {
      expect(tensionLevel).toBeGreaterThan(0);
      expect(tensionLevel).toBeLessThan(1);
      expect(context).toMatch(/^[A-Z][^.]*\.(?: [A-Z][^.]*\.)*$/);
      expect(context.length).toBeLessThanOrEqual(500);
    }
    expect(new Set(points.map(({ storyBeatId }) => storyBeatId)).size).toBe(beats.length);
  });
});

describe('tensionOf signs', () => {
  test.each([
    ['A man drowns', 'death (“drowns”)'],
    ['They fight', 'violence (“fight”)'],
    ['Trapped', 'danger (“trapped”)'],
    ['The police chase them', 'a chase (“chase”)'],
    ['The showdown', 'a reckoning (“showdown”)'],
    ['They argue', 'open conflict (“argue”)'],
    ['He betrays her', 'a betrayal (“betrays”)'],
    ['She loses the house', 'a loss (“loses”)'],
    ['She discovers the letter', 'a discovery (“discovers”)'],
    ['It must be done before midnight', 'a deadline (“before midnight”)'],
    ['He hides the key', 'a secret (“hides”)'],
    ['Footsteps', 'fear (“footsteps”)'],
    ['She must choose', 'a choice that cannot be put off (“must choose”)'],
  ])('raises the level for “%s”', (title, reason) => {
    const { level, context } = alone(title);
    expect(level).toBeGreaterThan(0.45);
    expect(context.toLowerCase()).toContain(reason.toLowerCase());
    expect(context).toMatch(/ raises the tension\.$/);
  });

  test.each([
    ['At peace', 'rest (“peace”)'],
    ['They rest', 'rest (“rest”)'],
    ['Breakfast', 'everyday life (“breakfast”)'],
    ['Farewell', 'a farewell (“farewell”)'],
    ['They kiss', 'warmth (“kiss”)'],
    ['She comes home', 'a homecoming (“comes home”)'],
  ])('lowers the level for “%s”', (title, reason) => {
    const { level, context } = alone(title);
    expect(level).toBeLessThan(alone('Mara').level);
    expect(context.toLowerCase()).toContain(reason);
    expect(context).toMatch(/ brings calm\.$/);
  });

  test('reduces the weight of further signs and never reaches 0 or 1', () => {
    const one = alone('He dies').level;
    const all = alone('He dies', 'They fight in the storm, flee, and he betrays her before midnight. Panic!');
    const quiet = alone('Breakfast', 'Peace. They laugh, kiss, and say farewell. She comes home.').level;
    expect(all.level).toBeGreaterThan(one);
    expect(all.level).toBeLessThan(1);
    expect(quiet).toBeGreaterThan(0);
    expect(alone('He dies', 'He is dead.').level).toBe(one);
  });

  test('ignores negated signs and treats negated rest as unrest', () => {
    const level = alone('Mara').level;
    expect(alone('Nobody dies').level).toBe(level);
    expect(alone('Without a fight').level).toBe(level);
    expect(alone('They aren’t in danger').level).toBe(level);
    expect(alone('No danger. Then he dies').level).toBe(alone('Then he dies').level);
    expect(alone('She is not safe').context).toBe('Unrest (“not safe”) raises the tension.');
  });

  test('matches whole words only', () => {
    for (const title of ['Skilled hands', 'The studied look', 'A forest', 'Gunther', 'The rest of the crew'])
      expect([title, alone(title).level]).toEqual([title, alone('Mara').level]);
  });

  test('raises the level slightly for questions and exclamations', () => {
    expect(alone('Mara?')).toEqual({
      level: 0.48,
      context: 'Its words name neither danger nor rest. A question stays open.',
    });
    expect(alone('Mara!').context).toContain('An outcry adds urgency.');
  });

  test('combines signs of tension and of rest', () => {
    expect(alone('A knife at breakfast').context).toBe(
      'Violence (“knife”) raises the tension, and everyday life (“breakfast”) softens it.',
    );
    expect(alone('A secret at breakfast').context).toBe(
      'Everyday life (“breakfast”) brings calm, but a secret (“secret”) stays underneath.',
    );
  });
});

describe('tensionOf without evidence', () => {
  const plain = (count: number) => Array.from({ length: count }, (_, at): BeatText => [`Beat ${at + 1}`, '']);

  test('returns the flat level at every position and says so', () => {
    for (const { tensionLevel, basis, context } of analysed(plain(6), plain(12), plain(6))) {
      expect([tensionLevel, basis]).toEqual([0.45, 'no_evidence']);
      expect(context).toMatch(/^No evidence\./);
    }
  });

  test('neither affects neighbouring beats nor is affected by them', () => {
    const mid: BeatText = ['Mara waits', ''];
    const fight: BeatText = ['They fight to the death', ''];
    const [before, between] = analysed([fight, mid, fight]);
    expect(between?.tensionLevel).toBe(0.45);
    expect(before?.basis).toBe('words');
  });
});

describe('tensionOf with scenes', () => {
  const line = (content: string) => ({ elementType: 'dialogue', content }) as const;
  const pointOf = (script: TensionBeat['script']) => {
    const one = { ...beat(['Mara waits', 'Peace and breakfast.']), script };
    return tensionOf({ acts: 1, beats: [one] }).points[0];
  };
  const heading = { elementType: 'scene_heading', content: 'INT. DECK - NIGHT' } as const;

  test('judges a beat by its pages and not by its own words', () => {
    const calm = pointOf([
      heading,
      line('I thought we might have some coffee before the others come down, if you like.'),
    ]);
    const row = pointOf([heading, line('Stop--'), line('No!'), line('You lied!'), line('Let me--')]);
    expect([calm?.basis, row?.basis]).toEqual(['script', 'script']);
    expect(row?.tensionLevel ?? 0).toBeGreaterThan((calm?.tensionLevel ?? 1) + 0.2);
    expect(row?.context).toMatch(
      /^Judged by 1 scene of the script: 4 speeches, 100 % of them short, 2 that break off, 2 that cry out\./,
    );
  });

  test('judges a beat by the words of its action when nobody speaks', () => {
    const drowned = pointOf([heading, { elementType: 'action', content: 'A man drowns.' }]);
    expect(drowned?.context).toContain('nobody speaks');
    expect(drowned?.context).toContain('Death (“drowns”)');
  });
});

test('tensionOf is deterministic and returns no points for an empty plan', () => {
  const beats = [beat(['He dies', '']), beat(['Farewell', ''])];
  expect(tensionOf({ acts: 1, beats })).toEqual(tensionOf({ acts: 1, beats }));
  expect(tensionOf({ acts: 0, beats: [] })).toEqual({ points: [] });
});
