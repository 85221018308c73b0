import { existsSync, globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { viewNamed, views } from './views.ts';

describe('views', () => {
  test('has the entries of the sidebar in their order', () => {
    expect(views.map(({ slug, label }) => [slug, label])).toEqual([
      ['idea-development', 'Idea Development'],
      ['planning', 'Story Planning'],
      ['scenes', 'Scene Manager'],
      ['characters', 'Characters'],
      ['script', 'Script Editor'],
      ['outline', 'Outline'],
      ['project-settings', 'Project Settings'],
    ]);
  });

  test('names every view file of the web, and no other', () => {
    expect(views.map(({ file }) => `web/${file}`).filter((file) => !existsSync(file))).toEqual([]);
    expect(globSync('web/*/*.view.tsx').toSorted()).toEqual(
      views.map(({ file }) => `web/${file}`).toSorted(),
    );
  });
});

describe('viewNamed', () => {
  test('finds a view by its slug', () => {
    for (const view of views) expect(viewNamed(view.slug)).toBe(view);
  });

  test('returns the script without a name and for unknown ones', () => {
    expect(viewNamed(undefined).slug).toBe('script');
    expect(viewNamed('xyz').slug).toBe('script');
  });
});
