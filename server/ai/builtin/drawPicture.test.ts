import { describe, expect, it } from 'vitest';
import { drawScene } from '#engines/storyboard/scene.ts';
import { drawPictureFrom } from './drawPicture.ts';

describe('drawPictureFrom', () => {
  const request = { prompt: 'EXT. FOREST - DAY\nTwo men in the snow.', ratio: '16:9' } as const;

  it('draws from facts', () => {
    const facts = { type: 'scene', heading: 'INT. BAR - NIGHT', text: 'Rain.', characters: ['MARA'] };
    expect(drawPictureFrom({ ...request, facts })).toEqual(
      drawScene({ heading: 'INT. BAR - NIGHT', text: 'Rain.', characters: ['MARA'], ratio: '16:9' }),
    );
    expect(
      drawPictureFrom({ ...request, facts: { type: 'portrait', name: 'MARA', characterType: 'protagonist' } })
        .alt,
    ).toMatch(/^Portrait of MARA/);
    expect(drawPictureFrom({ ...request, facts: { type: 'concept', title: 'Night Ferry' } }).alt).toMatch(
      /^Open sea/,
    );
  });

  it('draws from the prompt without facts', () => {
    expect(drawPictureFrom(request).alt).toBe('Forest by day in snow, two people');
    expect(drawPictureFrom({ ...request, facts: { type: 'film' } }).alt).toBe(
      'Forest by day in snow, two people',
    );
    expect(drawPictureFrom({ ...request, prompt: '' }).alt).toBe('Open place by day, nobody');
  });
});
