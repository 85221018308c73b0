import { screen as page, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { consoleLines, freshBrowser } from '#web/lib/testing.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

freshBrowser();

function Broken({ error }: { error: Error }): never {
  throw error;
}

function show(message: string, isInside = false) {
  render(
    <ErrorBoundary isInside={isInside}>
      <Broken error={new Error(message)} />
    </ErrorBoundary>,
  );
  expect(consoleLines.splice(0).join()).toContain(message); // React logs it to the console
}

test('a screen that fails to render is replaced by an explanation with a link to the projects', () => {
  show('undefined is not a function');
  expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(page.getByRole('link', { name: 'Go to your projects' }).getAttribute('href')).toBe('/');
  expect(page.queryByText(/undefined is not a function/)).toBeNull();
});

for (const message of [
  'Failed to fetch dynamically imported module: http://127.0.0.1/assets/a.js',
  'error loading dynamically imported module: http://127.0.0.1/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
]) {
  test(`"${message}" offers to reload`, () => {
    const reload = vi.spyOn(pageNavigation, 'reload').mockImplementation(() => undefined);
    show(message);
    expect(page.getByRole('heading', { name: 'A part of Cold Open could not be loaded' })).toBeTruthy();
    page.getByRole('button', { name: 'Reload the page' }).click();
    expect(reload).toHaveBeenCalledOnce();
  });
}

test('adds no second <main> inside a page that has one', () => {
  show('broken', true);
  expect(page.queryByRole('main')).toBeNull();
});
