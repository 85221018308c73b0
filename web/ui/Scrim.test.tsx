import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Scrim } from './Scrim.tsx';

const isLocked = () => document.documentElement.hasAttribute('data-scroll-lock');

test('the page does not scroll until the last of the windows over it has closed', () => {
  const [one, other] = [render(<Scrim />), render(<Scrim />)];
  expect(isLocked()).toBe(true);
  one.unmount();
  expect(isLocked()).toBe(true);
  other.unmount();
  expect(isLocked()).toBe(false);
});
