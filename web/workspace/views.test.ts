import { expect, test } from 'vitest';
import { viewNamed, views } from './views.tsx';

test('every view of the product has an entry and a place of its own, in the order of the sidebar', () => {
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

test('a view is found by its name; no name and unknown names are the script', () => {
  for (const { slug } of views) expect(viewNamed(slug).slug).toBe(slug);
  expect(viewNamed(undefined).slug).toBe('script');
  expect(viewNamed('xyz').slug).toBe('script');
});
