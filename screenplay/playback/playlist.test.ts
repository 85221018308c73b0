import { describe, expect, test } from 'vitest';
import { type ElementType, elementTypes } from '../element.ts';
import { playlistOf } from './playlist.ts';

function element(elementType: ElementType, soundEffectUrl: string | null = null) {
  return { elementType, soundEffectUrl };
}

describe('playlistOf', () => {
  // PLAY-002
  test('returns dialogue and action with a sound effect, in order', () => {
    const script = [
      element('scene_heading'),
      element('action', '/uploads/rain.mp3'),
      element('action'),
      element('character'),
      element('parenthetical'),
      element('dialogue'),
      element('dialogue'),
      element('transition', '/uploads/train.mp3'),
      element('action', '/uploads/door.mp3'),
    ];
    expect(playlistOf(script)).toEqual([1, 5, 6, 8]);
  });

  test('returns no other types, with or without a sound effect', () => {
    expect(playlistOf(elementTypes.map((type) => element(type))).map((at) => elementTypes[at])).toEqual([
      'dialogue',
    ]);
    expect(
      playlistOf(elementTypes.map((type) => element(type, '/x.mp3'))).map((at) => elementTypes[at]),
    ).toEqual(['action', 'dialogue']);
  });
});
