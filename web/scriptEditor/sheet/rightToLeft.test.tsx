import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { edit, elementOf, liveField, openScript, write } from '#web/script/testing/openScript.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const hebrew = 'הגשם יורד על הנמל.';
const arabic = 'المطر يهطل على الميناء.';

test('shows paragraphs from right to left flush right, in their own columns', async () => {
  await openScript([
    ['action', hebrew],
    ['character', 'מרה'],
    ['dialogue', arabic],
    ['action', 'Night הגשם'],
  ]);
  const lineOf = (text: string) => {
    const line = elementOf(text).querySelector<HTMLElement>('[data-from]');
    const direction = line && getComputedStyle(line.firstElementChild ?? line).direction;
    return [direction, line?.style.marginLeft === 'auto'];
  };
  expect(lineOf(hebrew)).toEqual(['rtl', true]);
  expect(lineOf('מרה')).toEqual(['rtl', false]);
  expect(lineOf(arabic)).toEqual(['rtl', true]);
  expect(lineOf('Night הגשם')).toEqual(['ltr', false]);
});

test('turns the field at the first letter', async () => {
  await openScript([['action', 'Rain.']]);
  const field = edit('Rain.');
  expect(field.dir).toBe('');
  write(field, hebrew);
  expect([liveField().dir, getComputedStyle(liveField()).direction]).toEqual(['rtl', 'rtl']);
  fireEvent.keyDown(liveField(), { key: 'Escape' });
});
