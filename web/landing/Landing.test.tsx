import { act, screen as page, render, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { features } from './Features.tsx';
import { Landing } from './Landing.tsx';
import { heroScene } from './scene.ts';

freshBrowser();
beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});

const logins = () => page.getAllByRole('link', { name: 'Login' }).map((link) => link.getAttribute('href'));

test('every Login is a plain link to the server', () => {
  render(<Landing />);
  expect(logins()).toEqual(['/api/login', '/api/login', '/api/login']);
});

test('an invitation that brought the visitor goes along to the sign-in', () => {
  sessionStorage.setItem('invite', 'a b&c');
  render(<Landing />);
  expect(new Set(logins())).toEqual(new Set(['/api/login?invite=a%20b%26c']));
});

test('Login works where storage is off', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  render(<Landing />);
  expect(logins()).toContain('/api/login');
});

test('Explore Features leads to the features, which are six', () => {
  render(<Landing />);
  expect(page.getByRole('link', { name: 'Explore Features' }).getAttribute('href')).toBe('#features');
  const section = document.getElementById('features');
  if (!section) throw new Error('There is no #features');
  const titles = within(section).getAllByRole('heading', { level: 3 });
  expect(titles.map(({ textContent }) => textContent)).toEqual(features.map(({ title }) => title));
  expect(titles).toHaveLength(6);
});

test('there is one heading of the first level, and no level is skipped', () => {
  render(<Landing />);
  const levels = page.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [index, level] of levels.entries())
    expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
});

test('assistive technology gets the whole scene at once, and not the typing', () => {
  render(<Landing />);
  const figure = page.getByRole('figure');
  const heard = figure.querySelector('figcaption')?.textContent;
  for (const { text } of heroScene) expect(heard).toContain(text);
  const sheet = figure.querySelector('[aria-hidden=true]');
  const before = sheet?.innerHTML;
  act(() => vi.advanceTimersByTime(3000));
  expect(sheet?.innerHTML).not.toBe(before);
  expect(figure.querySelector('figcaption')?.textContent).toBe(heard);
});

test('the typing can be paused, and the button goes when the scene is written', () => {
  render(<Landing />);
  const pause = page.getByRole('button', { name: 'Pause typing' });
  act(() => pause.click());
  expect(page.getByRole('button', { name: 'Go on typing' })).toBe(pause);
  act(() => pause.click());
  act(() => vi.advanceTimersByTime(0));
  for (let i = 0; i < 300; i++) act(() => void vi.advanceTimersByTime(1000));
  expect(page.queryByRole('button')).toBeNull();
});

test('the page promises nothing loudly', () => {
  render(<Landing />);
  expect(document.body.textContent).not.toMatch(/!|\b(best|revolutionary|AI|beta)\b/i);
});

/** A visitor's first page must not wait for what only the workspace needs. */
test('it imports no router, no queries and no dialogs', () => {
  const sources = import.meta.glob<string>(['./*.ts', './*.tsx', '!./*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const imports = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/from '([^']+)'/g)].map(([, address]) => address),
  );
  const outside = new Set(imports.filter((address) => !address?.startsWith('./')));
  expect([...outside].sort()).toEqual([
    '#screenplay/element.ts',
    '#web/lib/media.ts',
    '#web/lib/storedInvite.ts',
    '#web/ui/Button.tsx',
    '#web/ui/Wordmark.tsx',
    'lucide-react',
    'react',
  ]);
});
