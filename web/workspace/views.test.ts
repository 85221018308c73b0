import { expect, test } from 'vitest';
import { viewNamed, viewNames, views } from './views.tsx';

test('every view has a name of the product, an entry and a place of its own', () => {
  const slugs = views.map(({ slug }) => slug);
  expect(viewNames).toEqual(expect.arrayContaining(slugs));
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(views.map(({ label }) => label)).toEqual(['Idea Development', 'Script Editor', 'Project Settings']);
});

test('no name and unknown names are the script; names without a screen are no view', () => {
  expect(viewNamed(undefined)?.slug).toBe('script');
  expect(viewNamed('xyz')?.slug).toBe('script');
  for (const name of viewNames) {
    const isBuilt = views.some(({ slug }) => slug === name);
    expect(viewNamed(name)?.slug).toBe(isBuilt ? name : undefined);
  }
});
