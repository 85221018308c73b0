import { act, screen as page, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { DrawnLanding } from './DrawnLanding.tsx';
import { features } from './Features.tsx';
import { firstTypedId, heroScene } from './scene.ts';

freshBrowser();
beforeEach(() => sessionStorage.clear());

const logins = () => page.getAllByRole('link', { name: 'Login' }).map((link) => link.getAttribute('href'));
const betaButtons = () => page.getAllByRole('button', { name: /^Join (the )?Beta$/ });

test('every Login is a plain link to the server, in the header and in a showcase', () => {
  render(<DrawnLanding />);
  expect(logins()).toEqual(['/api/login', '/api/login']);
  expect(within(page.getByRole('banner')).getByRole('link', { name: 'Login' })).toBeDefined();
});

test('sign-in links contain the invitation through which the visitor arrived', () => {
  sessionStorage.setItem('invite', 'a b&c');
  render(<DrawnLanding />);
  expect(new Set(logins())).toEqual(new Set(['/api/login?invite=a%20b%26c']));
});

test('Login works where storage is off', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  render(<DrawnLanding />);
  expect(logins()).toContain('/api/login');
});

test('Explore Features links to the six features of the specification', () => {
  render(<DrawnLanding />);
  expect(page.getByRole('link', { name: 'Explore Features' }).getAttribute('href')).toBe('#features');
  const section = document.getElementById('features');
  if (!section) throw new Error('There is no #features');
  const titles = within(section).getAllByRole('heading', { level: 3 });
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'AI writing assistant',
    'Professional audio',
    'Team collaboration',
    'Industry formatting',
    'Visual generation',
    'Smart organization',
  ]);
  expect(features).toHaveLength(6);
});

test('opens the application form from the header, the hero, the showcases and the end', async () => {
  render(<DrawnLanding />);
  const user = userEvent.setup({ delay: null });
  const places = betaButtons().map((button) => button.closest('header, section')?.textContent?.slice(0, 12));
  expect(betaButtons().map(({ textContent }) => textContent)).toEqual([
    'Join Beta',
    ...Array(4).fill('Join the Beta'),
  ]);
  expect(new Set(places).size).toBe(5);
  for (const button of betaButtons()) {
    await user.click(button);
    expect(await page.findByRole('dialog', { name: 'Join the Beta' })).toBeDefined();
    await user.keyboard('{Escape}');
    expect(page.queryByRole('dialog')).toBeNull();
  }
});

test('every showcase has a button for sign-in or for the application form', () => {
  render(<DrawnLanding />);
  const showcases = [...document.querySelectorAll('main > section')].slice(1, 4);
  expect(showcases.map((section) => section.querySelector('a, button')?.textContent)).toEqual([
    'Join the Beta',
    'Join the Beta',
    'Login',
  ]);
});

test('the page ends with a call to join', () => {
  render(<DrawnLanding />);
  const last = [...document.querySelectorAll('main > section')].at(-1) as HTMLElement;
  expect(within(last).getByRole('heading', { level: 2 }).textContent).toBe('Page one is waiting.');
  expect(within(last).getByRole('button', { name: 'Join the Beta' })).toBeDefined();
});

test('has one first-level heading, and skips no level', () => {
  render(<DrawnLanding />);
  const levels = page.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [index, level] of levels.entries())
    expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
});

const hero = () => {
  const figure = document.querySelector('figure');
  if (!figure) throw new Error('There is no figure');
  return figure;
};
/** Return the visible text of the full-size pages, without text that is not typed yet. */
function seen(): string {
  const sheets = hero().querySelector('[data-sheets]')?.cloneNode(true) as HTMLElement;
  for (const coming of sheets.querySelectorAll('[data-coming]')) coming.remove();
  return sheets.textContent ?? '';
}
function pass(seconds: number) {
  for (let i = 0; i < seconds * 25; i++) act(() => void vi.advanceTimersByTime(40));
}

test('exposes the whole scene to assistive technology, without the typing', () => {
  vi.useFakeTimers();
  render(<DrawnLanding />);
  const heard = hero().querySelector('figcaption')?.textContent;
  for (const { content } of heroScene) expect(heard).toContain(content);
  const before = seen();
  pass(3);
  expect(seen()).not.toBe(before);
  expect(hero().querySelector('figcaption')?.textContent).toBe(heard);
  for (const sheets of hero().querySelectorAll('[data-sheets]')) {
    expect(sheets.getAttribute('aria-hidden')).toBe('true');
    expect(sheets.hasAttribute('inert')).toBe(true);
  }
});

test("types the scene across a page break like the editor's", () => {
  vi.useFakeTimers();
  render(<DrawnLanding />);
  expect(seen()).toContain('I make it sixty-three.');
  expect(seen()).not.toMatch(/\(MORE\)|\(CONT'D\)|2\.$/);
  pass(12);
  expect(seen()).toContain('It is dark.');
  expect(seen()).not.toContain('(MORE)');
  pass(60);
  expect(seen()).toMatch(/Every car, twice\.\(MORE\)2\.MARA \(CONT'D\)I counted them off\./);
  expect(seen()).toContain('CUT TO:');
});

/** HeroPage.module.css hides lines by their number from the start. */
test('typing starts with the twentieth line', () => {
  expect(firstTypedId).toBe(20);
});

test('typing can be paused, and the button disappears when the scene is complete', () => {
  vi.useFakeTimers();
  render(<DrawnLanding />);
  const pause = page.getByRole('button', { name: 'Pause typing' });
  pass(2);
  act(() => pause.click());
  const paused = seen();
  pass(5);
  expect(seen()).toBe(paused);
  act(() => page.getByRole('button', { name: 'Go on typing' }).click());
  pass(5);
  expect(seen()).not.toBe(paused);
  pass(90);
  expect(page.queryByRole('button', { name: /typing/ })).toBeNull();
});

test('shows the whole scene without motion to visitors who prefer reduced motion', () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ media, matches: media.includes('reduced-motion'), addEventListener: () => undefined },
  }));
  vi.useFakeTimers();
  render(<DrawnLanding />);
  expect(seen()).toContain('CUT TO:');
  expect(vi.getTimerCount()).toBe(0);
  expect(page.queryByRole('button', { name: /typing/ })).toBeNull();
});

test('stops all timers on unmount', () => {
  vi.useFakeTimers();
  const { unmount } = render(<DrawnLanding />);
  pass(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

/** A visitor's first page must not load code that only the application needs. */
test('its code contains no React, no schemas and no dialogs', () => {
  const sources = import.meta.glob<string>(
    [
      './enliven.ts',
      './typing.ts',
      './loginHref.ts',
      '../startLanding.ts',
      '../lib/theme.ts',
      '../invite/storedInvite.ts',
    ],
    { query: '?raw', import: 'default', eager: true },
  );
  expect(Object.keys(sources)).toHaveLength(6);
  const imports = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/^import .* from '([^']+)'/gm)].map(([, address]) => address),
  );
  expect([...new Set(imports)].sort()).toEqual([
    '#web/invite/storedInvite.ts',
    '#web/lib/basePath.ts',
    './landing/enliven.ts',
    './lib/theme.ts',
    './loginHref.ts',
    './typing.ts',
  ]);
});
