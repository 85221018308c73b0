import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { colourSets } from './look.ts';
import { Poster } from './Poster.tsx';
import { PosterGround } from './PosterGround.tsx';

freshBrowser();

const draw = (changes: Partial<Parameters<typeof Poster>[0]['project']> = {}) => {
  const project = { id: 1, name: 'A House With No North', conceptImageUrl: null, ...changes };
  return render(<Poster project={project} />).container;
};

test('draws the whole title as the poster when there is no concept image', () => {
  for (let id = 1; id <= 36; id++) {
    const lines = [...draw({ id }).querySelectorAll('text:not([opacity]):not([text-anchor])')];
    expect(lines.map(({ textContent }) => textContent).join(' ')).toBe('A House With No North');
  }
});

test('draws the same poster for the same project', () => {
  expect(draw({ id: 7 }).innerHTML).toBe(draw({ id: 7 }).innerHTML);
});

test('shows the concept image if there is one', () => {
  const image = draw({ conceptImageUrl: '/uploads/ferry.png' }).querySelector('img');
  expect(image?.getAttribute('src')).toBe('/uploads/ferry.png');
});

test('draws the title when the concept image cannot be loaded', () => {
  const container = draw({ conceptImageUrl: '/uploads/gone.png' });
  const image = container.querySelector('img');
  if (image) fireEvent.error(image);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
});

test('is hidden from screen readers, because the name is next to it', () => {
  expect(draw().firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});

test('has the same colours and marks, but no title, as PosterGround', () => {
  for (let id = 1; id <= 36; id++) {
    const ground = render(<PosterGround projectId={id}>words</PosterGround>).container.firstElementChild;
    const poster = draw({ id }).firstElementChild;
    for (const name of ['data-setting', 'data-colours']) {
      expect(ground?.getAttribute(name)).toBe(poster?.getAttribute(name));
    }
    expect(ground?.querySelectorAll('path, circle').length).toBeGreaterThan(0);
    expect(ground?.textContent).toBe('words');
  }
});

test('has enough contrast between ink, ground and mark in every colour set', async () => {
  const css = await readFile(join(import.meta.dirname, 'Poster.module.css'), 'utf8');
  for (const name of colourSets) {
    const rule = css.match(new RegExp(`\\.${name} \\{([^}]*)\\}`))?.[1] ?? '';
    const colour = (token: string) => rule.match(new RegExp(`--${token}: (#\\w{6})`, 'i'))?.[1] ?? '';
    expect(contrast(colour('ink'), colour('ground')), `${name}: ink on ground`).toBeGreaterThan(4.5);
    expect(contrast(colour('ink'), colour('mark')), `${name}: ink on mark`).toBeGreaterThan(4.5);
    expect(contrast(colour('sign'), colour('ground')), `${name}: sign on ground`).toBeGreaterThan(4.5);
  }
});

/** Return the contrast ratio of two #RRGGBB colours (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
