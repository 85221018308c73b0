import { describe, expect, it } from 'vitest';
import { drawScene } from './scene.ts';
import type { SceneInput } from './shot.ts';
import { readSvg } from './testing.ts';

const harbour = {
  heading: 'EXT. HARBOUR - NIGHT',
  text: 'MARA waits.',
  characters: ['MARA'],
  ratio: '2.35:1',
};

function drawn(heading: string, more: Partial<SceneInput> = {}) {
  return readSvg(drawScene({ heading, ratio: '2.35:1', ...more }));
}

/** Return the colours of the sky, from top to bottom. */
function skyOf(drawing: ReturnType<typeof readSvg>): string[] {
  const at = drawing.elements.findIndex(({ attributes }) => attributes.id?.endsWith('sky'));
  return drawing.elements.slice(at + 1, at + 4).map(({ attributes }) => attributes['stop-color'] ?? '');
}

function brightness(colour: string): number {
  return [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0) / 3;
}

describe('drawScene', () => {
  it('returns the same bytes for the same input', () => {
    expect(drawScene({ ...harbour }).svg).toEqual(drawScene({ ...harbour }).svg);
  });

  it('differs by place, time of day and format', () => {
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

  it('keeps the set unchanged when other people are in it', () => {
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
  ])('draws %s as %s, %s', (heading, setting, place) => {
    const [set] = drawn(heading).named('set');
    expect(set?.attributes).toMatchObject({ 'data-setting': setting, 'data-place': place });
  });

  it('draws a light sky by day, and a dark one with stars and a moon at night', () => {
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
  ])('lights %s as %s', (heading, light) => {
    const lit = drawn(heading).elements.find(({ attributes }) => attributes['data-light'] !== undefined);
    expect(lit?.attributes['data-light']).toBe(light);
  });

  it('continues the previous time of day when the heading says CONTINUOUS', () => {
    const { named } = drawn('EXT. FIELD - CONTINUOUS', { timeBefore: 'night' });
    expect(named('sky')[0]?.attributes['data-light']).toBe('night');
  });

  it('lights windows and lamps in the dark', () => {
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
  ])('draws the weather of "%s"', (text, part) => {
    expect(drawn('EXT. FIELD - DAY', { text }).named(part).length).toBeGreaterThan(0);
    expect(drawn('EXT. FIELD - DAY').named(part)).toHaveLength(0);
  });

  it('draws rain as strokes, more of them in a storm, and indoors only behind the window', () => {
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
  ])('draws %i figures for "%s" and its speakers', (count, text, characters) => {
    for (const heading of ['EXT. STREET - DAY', 'INT. HALL - NIGHT']) {
      expect(drawn(heading, { text, characters }).named('figure')).toHaveLength(count);
    }
  });

  it('draws only as many people as a car holds', () => {
    expect(drawn('INT. CAR - DAY', { characters: ['MARA', 'TOBIAS'] }).named('figure')).toHaveLength(2);
    expect(drawn('INT. CAR - DAY', { text: 'A crowd.' }).named('figure')).toHaveLength(5);
  });

  it('expresses the mood in the composition', () => {
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
    // In a near shot the feet are below the frame.
    expect(foot('She whispers.')).toBeGreaterThan(400);
    expect(foot('She is alone.')).toBeLessThan(400);
  });

  it('describes the picture in the alternative text', () => {
    const alt = (heading: string, more: Partial<SceneInput>) => drawScene({ heading, ratio: 1, ...more }).alt;
    expect(alt('EXT. HARBOUR - NIGHT', { text: 'Rain.', characters: ['MARA', 'TOBIAS'] })).toBe(
      'Harbour at night in rain, two people',
    );
    expect(alt('INT. KITCHEN - DAY', { text: 'A storm.' })).toBe('Kitchen by day, a storm outside, nobody');
    expect(alt('EXT. MARKET - DUSK', { text: 'A crowd.' })).toBe('Market at dusk, a crowd');
    const { text } = drawn('EXT. HARBOUR - NIGHT');
    expect(text).toBe('Harbour at night, nobodyEXT. HARBOUR - NIGHT');
  });

  it('draws an ink edge of 1.5 px at any size', () => {
    const [edge] = drawn('EXT. FIELD - DAY').named('edge');
    expect(edge?.attributes).toMatchObject({
      fill: 'none',
      stroke: '#1D1B18',
      // Half of the stroke is outside the frame.
      'stroke-width': '3',
      'vector-effect': 'non-scaling-stroke',
    });
    expect(drawn('EXT. FIELD - DAY', { framed: false }).named('edge')).toHaveLength(0);
  });
});
