import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Scrim } from './Scrim.tsx';

const isLocked = () => document.documentElement.hasAttribute('data-scroll-lock');

test("locks the page's scrolling until the last dialog has closed", () => {
  const [one, other] = [render(<Scrim />), render(<Scrim />)];
  expect(isLocked()).toBe(true);
  one.unmount();
  expect(isLocked()).toBe(true);
  other.unmount();
  expect(isLocked()).toBe(false);
});
