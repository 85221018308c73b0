import { describe, expect, it } from 'vitest';
import { drawScene } from './scene.ts';
import type { SceneInput } from './shot.ts';
import { read } from './testing.ts';

const harbour = {
  heading: 'EXT. HARBOUR - NIGHT',
  text: 'MARA waits.',
  characters: ['MARA'],
  ratio: '2.35:1',
};

function drawn(heading: string, more: Partial<SceneInput> = {}) {
  return read(drawScene({ heading, ratio: '2.35:1', ...more }));
}

/** The colours of the sky, from the top down. */
function skyOf(drawing: ReturnType<typeof read>): string[] {
  const at = drawing.elements.findIndex(({ attributes }) => attributes.id?.endsWith('sky'));
  return drawing.elements.slice(at + 1, at + 4).map(({ attributes }) => attributes['stop-color'] ?? '');
}

function brightness(colour: string): number {
  return [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0) / 3;
}

describe('a picture of a scene', () => {
  it('is the same to the byte for the same input', () => {
    expect(drawScene({ ...harbour }).svg).toEqual(drawScene({ ...harbour }).svg);
  });

  it('differs from place to place, hour to hour and format to format', () => {
    const all = [
      'EXT. HARBOUR - NIGHT',
      'EXT. HARBOUR - DAY',
      'EXT. OLD HARBOUR - NIGHT',
      'INT. HARBOUR - NIGHT',
      'EXT. FOREST - NIGHT',
      'INT. ZORBLAX - NIGHT',
      'INT. QUUX - NIGHT',
    ].flatMap((heading) => ['2.35:1', '16:9'].map((ratio) => drawn(heading, { ratio }).source));
    expect(new Set(all).size).toBe(14);
  });

  it('keeps a place as it is when other people come into it', () => {
    const set = (characters: string[]) => {
      const { source } = drawn('EXT. STREET - DAY', { characters });
      return source.slice(source.indexOf('data-part="facades"'), source.indexOf('data-part="lamps"'));
    };
    expect(set(['MARA'])).toBe(set(['MARA', 'TOBIAS']));
  });

  it.each([
    ['INT. BAR - DAY', 'int', 'bar'],
    ['EXT. BAR - DAY', 'ext', 'street'],
    ['INT./EXT. CAR - DAY', 'int', 'car'],
    ['INT. VW GTI, MINUTES LATER', 'int', 'car'],
    ['INT. FORD - DAY', 'int', 'car'],
    ["INT. MERCEDES' BEDROOM - NIGHT", 'int', 'bedroom'],
    ["INT. FORD'S OFFICE - DAY", 'int', 'office'],
    ['INT. MERCEDES BEDROOM - NIGHT', 'int', 'bedroom'],
    ['INT. FERRY - CAR DECK - NIGHT', 'int', 'hold'],
    ['EXT. FERRY - UPPER DECK - NIGHT', 'ext', 'deck'],
    ['EXT. CITY STREET - DAY', 'ext', 'street'],
    ['EXT. POLICE STATION - DAY', 'ext', 'street'],
    ['EXT. PETROL STATION - DAY', 'ext', 'gas station'],
    ['INT. CAFÉ - DAY', 'int', 'restaurant'],
    ['INT. BARN - DAY', 'int', 'shed'],
    ['INT. ZORBLAX - DAY', 'int', 'interior'],
    ['EXT. ZORBLAX - DAY', 'ext', 'open'],
    ['THE BEDROOM', 'int', 'bedroom'],
    ['', 'ext', 'open'],
  ])('of %s shows %s, %s', (heading, setting, place) => {
    const [set] = drawn(heading).named('set');
    expect(set?.attributes).toMatchObject({ 'data-setting': setting, 'data-place': place });
  });

  it('has a light sky by day, a dark one with stars and a moon at night', () => {
    const day = drawn('EXT. FIELD - DAY');
    const night = drawn('EXT. FIELD - NIGHT');
    expect(Math.min(...skyOf(day).map(brightness))).toBeGreaterThan(130);
    expect(Math.max(...skyOf(night).map(brightness))).toBeLessThan(130);
    expect([day.named('sun').length, day.named('stars').length]).toEqual([1, 0]);
    expect([night.named('moon').length, night.named('stars').length]).toEqual([1, 1]);
  });

  it.each([
    ['EXT. FIELD - DAY', 'day'],
    ['EXT. FIELD - NIGHT', 'night'],
    ['EXT. FIELD - DUSK', 'dusk'],
    ['EXT. FIELD - SUNRISE', 'dawn'],
    ['EXT. DAWN STREET - DAY', 'day'],
    ['INT. OFFICE - SUNSET', 'dusk'],
    ['EXT. FIELD', 'day'],
  ])('of %s has the light of %s', (heading, light) => {
    const lit = drawn(heading).elements.find(({ attributes }) => attributes['data-light'] !== undefined);
    expect(lit?.attributes['data-light']).toBe(light);
  });

  it('goes on with the time before where the heading says CONTINUOUS', () => {
    const { named } = drawn('EXT. FIELD - CONTINUOUS', { timeBefore: 'night' });
    expect(named('sky')[0]?.attributes['data-light']).toBe('night');
  });

  it('lights windows and lamps when it is dark', () => {
    expect(drawn('EXT. STREET - NIGHT').named('lit').length).toBeGreaterThan(0);
    expect(drawn('EXT. STREET - DAY').named('lit')).toHaveLength(0);
    expect(drawn('INT. ROOM - NIGHT').named('lamp')[0]?.attributes['data-lit']).toBe('yes');
    expect(drawn('INT. ROOM - DAY').named('lamp')[0]?.attributes['data-lit']).toBe('no');
  });

  it.each([
    ['Rain falls.', 'rain'],
    ['It is snowing.', 'snow'],
    ['Fog hangs over the ground.', 'fog'],
    ['Lightning. Thunder.', 'lightning'],
  ])('shows the weather of "%s"', (text, part) => {
    expect(drawn('EXT. FIELD - DAY', { text }).named(part).length).toBeGreaterThan(0);
    expect(drawn('EXT. FIELD - DAY').named(part)).toHaveLength(0);
  });

  it('draws rain as strokes, more of them in a storm, and inside only behind the window', () => {
    const drops = (heading: string, text: string) => {
      const { source } = drawn(heading, { text });
      const rain = /data-part="rain">(.*?)<\/g>/.exec(source)?.[1] ?? '';
      return rain.split('M').length - 1;
    };
    expect(drops('EXT. FIELD - DAY', 'Rain.')).toBeGreaterThan(100);
    expect(drops('EXT. FIELD - DAY', 'A storm.')).toBeGreaterThan(drops('EXT. FIELD - DAY', 'Rain.'));
    const room = drawn('INT. ROOM - DAY', { text: 'Rain.' }).source;
    expect(room.indexOf('data-part="rain"')).toBeGreaterThan(room.indexOf('data-part="window"'));
    expect(room.indexOf('data-part="rain"')).toBeLessThan(room.indexOf('data-part="people"') >>> 0);
    expect(room).not.toContain('data-part="splashes"');
  });

  it.each<[number, string, string[]]>([
    [0, 'The wind.', []],
    [0, 'Nobody. Empty.', []],
    [1, 'She waits.', []],
    [1, 'Nobody.', ['MARA']],
    [2, '', ['MARA', 'TOBIAS']],
    [2, '', ['MARA', 'mara ', 'TOBIAS']],
    [2, 'They look at each other.', []],
    [4, 'Four old men play cards.', []],
    [9, 'A crowd.', []],
    [12, '', Array.from({ length: 80 }, (_, index) => `GUARD ${index}`)],
  ])('has %i figures for "%s" and those who speak', (count, text, characters) => {
    for (const heading of ['EXT. STREET - DAY', 'INT. HALL - NIGHT']) {
      expect(drawn(heading, { text, characters }).named('figure')).toHaveLength(count);
    }
  });

  it('seats as many people as a car holds', () => {
    expect(drawn('INT. CAR - DAY', { characters: ['MARA', 'TOBIAS'] }).named('figure')).toHaveLength(2);
    expect(drawn('INT. CAR - DAY', { text: 'A crowd.' }).named('figure')).toHaveLength(5);
  });

  it('tells the mood by its composition', () => {
    const shot = (text: string) => drawn('EXT. FIELD - DAY', { text, characters: ['MARA'] }).named('shot')[0];
    expect(shot('She runs. A gunshot.')?.attributes.transform).toMatch(/rotate\(-?3\)/);
    expect(shot('She sits.')?.attributes.transform).toBeUndefined();
    const horizon = (text: string) => {
      const { elements } = drawn('EXT. FIELD - DAY', { text });
      const ground = elements.find(({ attributes }) => attributes.fill?.endsWith('ground)'));
      return Number(ground?.attributes.y);
    };
    expect(horizon('She is alone.')).toBeGreaterThan(horizon('She sits.') + 10);
    expect(horizon('A funeral.')).toBeLessThan(horizon('She sits.') - 10);
    const foot = (text: string) => {
      const { elements } = drawn('EXT. FIELD - DAY', { text, characters: ['MARA'] });
      const at = elements.findIndex(({ attributes }) => attributes['data-part'] === 'figure');
      return Number(elements[at + 1]?.attributes.cy);
    };
    // Near the camera the feet are below the frame.
    expect(foot('She whispers.')).toBeGreaterThan(400);
    expect(foot('She is alone.')).toBeLessThan(400);
  });

  it('tells in words what it shows', () => {
    const alt = (heading: string, more: Partial<SceneInput>) => drawScene({ heading, ratio: 1, ...more }).alt;
    expect(alt('EXT. HARBOUR - NIGHT', { text: 'Rain.', characters: ['MARA', 'TOBIAS'] })).toBe(
      'Harbour at night in rain, two people',
    );
    expect(alt('INT. KITCHEN - DAY', { text: 'A storm.' })).toBe('Kitchen by day, a storm outside, nobody');
    expect(alt('EXT. MARKET - DUSK', { text: 'A crowd.' })).toBe('Market at dusk, a crowd');
    const { text } = drawn('EXT. HARBOUR - NIGHT');
    expect(text).toBe('Harbour at night, nobodyEXT. HARBOUR - NIGHT');
  });

  it('has an ink edge that is 1.5 px wide at any size', () => {
    const [edge] = drawn('EXT. FIELD - DAY').named('edge');
    expect(edge?.attributes).toMatchObject({
      fill: 'none',
      stroke: '#1D1B18',
      // Half of it lies outside the frame.
      'stroke-width': '3',
      'vector-effect': 'non-scaling-stroke',
    });
    expect(drawn('EXT. FIELD - DAY', { framed: false }).named('edge')).toHaveLength(0);
  });
});
