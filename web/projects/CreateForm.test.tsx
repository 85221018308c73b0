import { screen as page, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createProject } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { aBrowser } from '#test/browser.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { openManager } from './testing.tsx';

freshBrowser();

const openForm = async () => {
  const opened = openManager(await aBrowser());
  await opened.user.click(await page.findByRole('button', { name: 'New Project' }));
  return { ...opened, name: page.getByRole('textbox', { name: 'Name' }) };
};

test('opens the dialog with the focus on the name, with both tabs', async () => {
  const { name } = await openForm();
  expect(page.getByRole('dialog', { name: 'New Project' })).toBeTruthy();
  expect(page.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Create New',
    'Import Script',
  ]);
  expect(document.activeElement).toBe(name);
});

for (const [kind, typed] of [
  ['an empty', ''],
  ['a blank', '   '],
]) {
  test(`rejects ${kind} name without a call`, async () => {
    const { user, name, network } = await openForm();
    if (typed) await user.type(name, typed);
    await user.click(page.getByRole('button', { name: 'Create Project' }));
    await waitFor(() => expect(page.getByRole('alert').textContent).toBe('Project name is required'));
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(network.writes).toEqual([]);
    await user.type(name, 'L');
    await waitFor(() => expect(page.queryByRole('alert')).toBeNull());
  });
}

test('creates the project and opens its workspace on Enter', async () => {
  const { user, name, router, as } = await openForm();
  await user.type(page.getByRole('textbox', { name: /Description/ }), 'One room, four guests.');
  await user.type(name, ' Low Season {Enter}');
  expect(await page.findByText(/^Workspace of /)).toBeTruthy();
  const [created] = (await as('olive').get('/api/projects')).json();
  expect(created).toMatchObject({ name: 'Low Season', description: 'One room, four guests.' });
  expect(router.state.location.pathname).toBe(`/projects/${encodeProjectId(created.id)}`);
  expect(page.getByText('Project created', { selector: 'div' })).toBeTruthy();
});

test('adds the new project to the list without a reload', async () => {
  const { user, name, router } = await openForm();
  await user.type(name, 'Low Season{Enter}');
  await page.findByText(/^Workspace of /);
  await router.navigate({ to: '/' });
  expect(await page.findByRole('link', { name: 'Low Season' })).toBeTruthy();
});

test('shows the server’s error in the dialog and keeps the input', async () => {
  const { user, name, network } = await openForm();
  network.reject(createProject, 'too_many_requests', 'Too many requests. Please try again later.');
  await user.type(name, 'Low Season{Enter}');
  expect((await page.findByRole('alert')).textContent).toBe('Too many requests. Please try again later.');
  expect(name).toHaveProperty('value', 'Low Season');
});
