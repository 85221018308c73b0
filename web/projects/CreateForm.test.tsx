import { screen as page } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aProject, freshBrowser, json, refusal } from '#web/lib/testing.ts';
import { openManager } from './testing.tsx';

freshBrowser();

const lowSeason = aProject({ id: 42, name: 'Low Season', description: 'One room, four guests.' });

const openForm = async (answers: Parameters<typeof openManager>[1] = {}) => {
  const opened = openManager([aProject()], answers);
  await opened.user.click(await page.findByRole('button', { name: 'New Project' }));
  return { ...opened, name: page.getByRole('textbox', { name: 'Name' }) };
};

test('the dialog opens on the name, with both tabs', async () => {
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
  test(`${kind} name is refused without a call`, async () => {
    const { user, name, seen } = await openForm();
    if (typed) await user.type(name, typed);
    await user.click(page.getByRole('button', { name: 'Create Project' }));
    expect(page.getByRole('alert').textContent).toBe('Project name is required');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(name);
    expect(seen.map(({ method }) => method)).toEqual(['GET']);
    await user.type(name, 'L');
    expect(page.queryByRole('alert')).toBeNull();
  });
}

test('Enter creates the project and opens its workspace', async () => {
  const { user, name, seen, router } = await openForm({
    'POST /api/projects': () => json(lowSeason, 201),
  });
  await user.type(page.getByRole('textbox', { name: /Description/ }), 'One room, four guests.');
  await user.type(name, ' Low Season {Enter}');
  expect(await page.findByText('Workspace of PrQTbx')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/projects/PrQTbx');
  expect(page.getByText('Project created', { selector: 'div' })).toBeTruthy();
  const creation = seen.find(({ method }) => method === 'POST');
  expect(creation?.init.body).toBe('{"name":"Low Season","description":"One room, four guests."}');
});

test('back in the manager, the list holds the new project without a reload', async () => {
  const list = [aProject()];
  const { user, name, router } = await openForm({
    'GET /api/projects': () => json(list),
    'POST /api/projects': () => {
      list.unshift(lowSeason);
      return json(lowSeason, 201);
    },
  });
  await user.type(name, 'Low Season{Enter}');
  await page.findByText('Workspace of PrQTbx');
  await router.navigate({ to: '/' });
  expect(await page.findByRole('link', { name: 'Low Season' })).toBeTruthy();
});

test('a refusal by the server stands in the dialog, and what was typed stays', async () => {
  const { user, name } = await openForm({
    'POST /api/projects': () => refusal(429, 'Too many requests. Please try again later.'),
  });
  await user.type(name, 'Low Season{Enter}');
  expect((await page.findByRole('alert')).textContent).toBe('Too many requests. Please try again later.');
  expect(name).toHaveProperty('value', 'Low Season');
});
