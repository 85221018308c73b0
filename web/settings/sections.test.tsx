import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getSceneSummaries, listDisclosures } from '#shared/contract/ai.ts';
import { updateProject } from '#shared/contract/projects.ts';
import type { TestBrowser } from '#test/browser.ts';
import type { Name } from '#test/world.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { openSettings } from './testing.tsx';

freshBrowser();

const cannotSave = ({ network }: TestBrowser) => network.reject(updateProject, 'internal');
const region = (name: string) => within(page.getByRole('region', { name }));

describe('the page', () => {
  const names = [
    'Prompt templates',
    'What AI may do',
    'Monthly limit',
    'Project brief',
    'Scene summaries',
    'What was sent',
  ];
  const links = () =>
    within(page.getByRole('navigation', { name: 'On this page' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')?.split('#')[1]]);

  test('lists its parts, each a link to a region of that name', async () => {
    await openSettings();
    expect(links()).toEqual([
      ['Prompt templates', 'templates'],
      ['What AI may do', 'assistant'],
      ['Monthly limit', 'spending'],
      ['Project brief', 'brief'],
      ['Scene summaries', 'summaries'],
      ['What was sent', 'log'],
    ]);
    for (const [name, id] of links()) {
      expect(page.getByRole('region', { name: name ?? '' }).id).toBe(id);
    }
  });

  test('shows and fetches the log for the owner only', async () => {
    const { network } = await openSettings({ user: 'eddie' });
    await waitFor(() => expect(network.callsOf(getSceneSummaries)).toHaveLength(1));
    expect(links().map(([name]) => name)).toEqual(names.slice(0, 5));
    expect(page.queryByRole('region', { name: 'What was sent' })).toBeNull();
    expect(network.callsOf(listDisclosures)).toEqual([]);
  });

  test('scrolls to the section in the address', async () => {
    await openSettings({ hash: '#brief' });
    const brief = page.getByRole('region', { name: 'Project brief' });
    await waitFor(() => expect(document.activeElement).toBe(brief));
  });
});

describe('what AI may do', () => {
  const choice = (name: string) =>
    within(page.getByRole('group', { name: 'What AI may do' })).getByRole<HTMLInputElement>('radio', {
      name,
    });
  const chosen = () => ['Off', 'May read', 'May read and suggest'].filter((name) => choice(name).checked);

  test('takes effect immediately in every view of the project', async () => {
    const { client, project, code, saved, user } = await openSettings();
    const access = () => client.getQueryData(aiStateQuery(project.id).queryKey)?.access;
    await waitFor(() => expect(access()).toBe('suggest'));
    expect(chosen()).toEqual(['May read and suggest']);
    await user.click(choice('May read'));
    expect(await region('What AI may do').findByText('Saved')).toBeTruthy();
    expect([chosen(), saved()]).toEqual([['May read'], [{ aiAccess: 'read' }]]);
    expect(client.getQueryData(projectQuery(code).queryKey)?.aiAccess).toBe('read');
    expect(access()).toBe('read');
  });

  test('disables generation when switched off', async () => {
    const { user } = await openSettings();
    const generate = () => page.getAllByRole<HTMLButtonElement>('button', { name: 'Generate from script' });
    await waitFor(() => expect(generate().map(({ disabled }) => disabled)).toEqual([false, false]));
    await user.click(choice('Off'));
    await waitFor(() => expect(generate().map(({ disabled }) => disabled)).toEqual([true, true]));
  });

  test('keeps unsaved templates', async () => {
    const { user } = await openSettings();
    const field = page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Template for scene images' });
    await user.type(field, 'Fog');
    await user.click(choice('Off'));
    await region('What AI may do').findByText('Saved');
    expect([field.value, page.queryByText('Unsaved changes') !== null]).toEqual(['Fog', true]);
  });

  test('reverts with a message when it cannot be saved', async () => {
    const { user } = await openSettings({ prepare: cannotSave });
    await user.click(choice('Off'));
    expect((await region('What AI may do').findByRole('alert')).textContent).toBe(
      'The choice could not be saved. Please choose again.',
    );
    expect(chosen()).toEqual(['May read and suggest']);
  });

  test.each<Name>(['eddie', 'cora', 'vic'])('is read-only for a member such as %s', async (who) => {
    await openSettings({ user: who, columns: { aiAccess: 'read' } });
    expect(chosen()).toEqual(['May read']);
    expect(choice('Off').matches(':disabled')).toBe(true);
    expect(page.getByText('Only the owner of the project can change this.')).toBeTruthy();
  });

  test.each([
    [false, 'The built-in engine answers here: no text leaves this server.'],
    [
      true,
      'gpt-6.1-terra answers here: what a call needs of the project is sent to its provider, and listed below.',
    ],
  ])('says who answers', async (isPriced, text) => {
    await openSettings({ isPriced });
    await waitFor(() =>
      expect(page.getByRole('region', { name: 'What AI may do' }).textContent).toContain(text),
    );
  });
});

describe('the project brief', () => {
  const brief = { premise: 'One name too many.', tone: 'Dry', rules: '', constants: '' };
  const field = (name: string) => page.getByRole<HTMLTextAreaElement>('textbox', { name });

  test('saves all fields when a changed field is left', async () => {
    const { saved, user } = await openSettings({ columns: { brief } });
    await user.click(field('Premise'));
    await user.tab();
    await user.type(field('Rules of the world'), 'The dead pay.');
    expect(saved()).toEqual([]);
    await user.tab();
    expect(await region('Project brief').findByText('Saved')).toBeTruthy();
    expect(saved()).toEqual([{ brief: { ...brief, rules: 'The dead pay.' } }]);
    expect(field('Premise').value).toBe('One name too many.');
  });

  test('is saved by Ctrl+S', async () => {
    const { saved, user } = await openSettings({ columns: { brief } });
    await user.type(field('Tone'), '!{Control>}s{/Control}');
    await waitFor(() => expect(saved()).toEqual([{ brief: { ...brief, tone: 'Dry!' } }]));
  });

  test('saves one change after another, including text typed in between', async () => {
    const { saved, network, user } = await openSettings({ columns: { brief } });
    const release = network.hold(updateProject);
    await user.type(field('Tone'), '!');
    await user.type(field('Rules of the world'), 'None.');
    await user.tab();
    expect(saved()).toHaveLength(1);
    release();
    await waitFor(() => expect(saved()).toHaveLength(2));
    expect(saved()[1]).toEqual({ brief: { ...brief, tone: 'Dry!', rules: 'None.' } });
    expect(await region('Project brief').findByText('Saved')).toBeTruthy();
  });

  test('keeps the text and shows an error when it cannot be saved, and asks before leaving', async () => {
    const { user } = await openSettings({ columns: { brief }, prepare: cannotSave });
    await user.type(field('Tone'), '!');
    await user.tab();
    expect((await region('Project brief').findByRole('alert')).textContent).toBe(
      'The brief could not be saved. It will be retried when you leave a field.',
    );
    expect(field('Tone').value).toBe('Dry!');
    await user.click(page.getByRole('link', { name: 'Manage Projects' }));
    expect(await page.findByRole('alertdialog', { name: 'Leave without saving' })).toBeTruthy();
  });

  test('saves when the page is left from inside a field', async () => {
    const { router, saved, user } = await openSettings({ columns: { brief } });
    await user.type(field('Tone'), '!');
    await router.navigate({ to: '/' });
    await page.findByText('All projects');
    await waitFor(() => expect(saved()).toEqual([{ brief: { ...brief, tone: 'Dry!' } }]));
  });

  test('shows the remaining length near the limit, and holds back only the field that is too long', async () => {
    const { saved } = await openSettings({ columns: { brief } });
    const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
    write('Tone', 'x'.repeat(1299));
    expect(page.queryByText(/of 1,500 characters/)).toBeNull();
    write('Tone', 'x'.repeat(1300));
    expect(page.getByText('1,300 of 1,500 characters')).toBeTruthy();
    write('Tone', 'x'.repeat(1501));
    expect(page.getByText('Too long by 1 character, so it is not saved.')).toBeTruthy();
    write('Rules of the world', 'None.');
    fireEvent.blur(field('Rules of the world'));
    await waitFor(() => expect(saved()).toEqual([{ brief: { ...brief, rules: 'None.' } }]));
    expect(field('Tone').value).toHaveLength(1501);
  });

  test('is read-only without write access', async () => {
    await openSettings({ user: 'cora', columns: { brief } });
    expect([field('Premise').value, field('Premise').readOnly]).toEqual(['One name too many.', true]);
  });
});
