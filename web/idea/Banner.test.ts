import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = await readFile(join(import.meta.dirname, 'Banner.module.css'), 'utf8');

/** Declarations of a rule. */
function rule(selector: string): string {
  const at = css.indexOf(`${selector} {`);
  return at < 0 ? '' : css.slice(at, css.indexOf('}', at));
}

test('the text has a contrast of 4.5 or more over a white picture', () => {
  const ink = rule('.onPicture').match(/--ink: #(\w{6})/)?.[1] ?? '';
  const shades = [...rule('.onPicture .shade').matchAll(/rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/g)];
  expect(shades).toHaveLength(2);
  for (const [, red, green, blue, percent] of shades) {
    const share = Number(percent) / 100;
    const overWhite = [red, green, blue].map((part) => Number(part) * share + 255 * (1 - share));
    const inks = [0, 2, 4].map((at) => Number.parseInt(ink.slice(at, at + 2), 16));
    expect(contrast(inks, overWhite)).toBeGreaterThan(4.5);
  }
});

test('the shade darkens without steps down to the text', () => {
  const top = rule('.onPicture .shade').match(/rgb\([^)]*\)/)?.[0];
  expect(rule('.onPicture .shade::before')).toContain(`${top})`);
});

test('text has at least 15 px, and fields on phones 16', () => {
  expect(rule('.title')).toContain('max(24px,');
  expect(rule('.logline')).toContain('max(15px,');
  expect(css.slice(css.lastIndexOf('@media (max-width: 767px)'))).toContain('max(16px,');
});

/** WCAG 2.2, contrast ratio of two colours with channels from 0 to 255. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
