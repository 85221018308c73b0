import { describe, expect, test } from 'vitest';
import { isComposingInput, isComposingKey } from './composition.ts';

describe('isComposingKey', () => {
  test.each([
    ['a key during a composition', { key: 'Enter', keyCode: 13, isComposing: true }, true],
    ['the Enter that Safari sends after it', { key: 'Enter', keyCode: 229, isComposing: false }, true],
    ['the Enter of the keyboard', { key: 'Enter', keyCode: 13, isComposing: false }, false],
  ])('tells %s', (_name, init, isComposing) => {
    const event = new KeyboardEvent('keydown', init);
    expect(isComposingKey(event)).toBe(isComposing);
    expect(isComposingKey({ keyCode: init.keyCode, nativeEvent: event })).toBe(isComposing);
  });
});

test('isComposingInput tells inputs of a composition from others', () => {
  expect(isComposingInput(new InputEvent('input', { isComposing: true }))).toBe(true);
  expect(isComposingInput(new InputEvent('input'))).toBe(false);
  expect(isComposingInput(new Event('input'))).toBe(false);
});
