import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { emptyTitlePage } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, freshBrowser, json, rejection, serve } from '#web/lib/testing.ts';
import { projectQuery, projectsQuery } from '#web/projects/projects.data.ts';
import { ScriptSettingsDialog } from './ScriptSettingsDialog.tsx';

freshBrowser();

const code = encodeProjectId(1);
const written = { ...emptyTitlePage, title: 'Night Ferry', author: 'Olive Lind' };

/** The dialog for the cached project, until it is closed. */
function Screen({ canWrite }: { canWrite: boolean }) {
  const { data: project } = useQuery(projectQuery(code));
  const [isOpen, setIsOpen] = useState(true);
  if (!project) return null;
  return (
    <>
      <p>
        On paper: {project.format.paper}, {project.titlePage.title}
      </p>
      {isOpen && (
        <ScriptSettingsDialog project={project} canWrite={canWrite} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

async function openSettings(changes: Partial<Project> = {}, canWrite = true) {
  let project = aProject({ titlePage: written, ...changes });
  const answers: Response[] = [];
  const seen = serve({
    [`GET /api/projects/${code}`]: () => json(project),
    [`PATCH /api/projects/${code}`]: ({ init }) => {
      const answer = answers.shift();
      if (answer) return answer;
      const { paper, showSceneNumbers, titlePage } = JSON.parse(String(init.body));
      const format = { ...project.format };
      if (paper) format.paper = paper;
      if (showSceneNumbers !== undefined) format.sceneNumbersShown = showSceneNumbers;
      project = { ...project, format, titlePage: titlePage ?? project.titlePage };
      return json(project);
    },
  });
  const client = createQueryClient();
  client.setQueryData(projectsQuery().queryKey, [project]);
  render(
    <QueryClientProvider client={client}>
      <Screen canWrite={canWrite} />
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog', { name: 'Script settings' });
  const sent = () =>
    seen.filter(({ method }) => method === 'PATCH').map(({ init }) => JSON.parse(String(init.body)));
  return { client, sent, answers, user: userEvent.setup() };
}

const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
const preview = () => screen.getByRole('img', { name: 'Preview of the title page' });
const dialog = () => screen.queryByRole('dialog', { name: 'Script settings' });

test('the title page has eight fields with the stored values', async () => {
  await openSettings({ titlePage: { ...written, contact: 'Olive Lind\n12 Harbour Row' } });
  expect(
    screen.getAllByRole('textbox').map((box) => box.closest('div')?.querySelector('label')?.textContent),
  ).toEqual([
    ...['Header', 'Footer'].flatMap((place) => [`${place}, left`, `${place}, centre`, `${place}, right`]),
    'Title',
    'Credit',
    'Author',
    'Source',
    'Draft date',
    'Contact',
    'Copyright',
    'Notes',
  ]);
  expect(field('Contact').value).toBe('Olive Lind\n12 Harbour Row');
});

test('the preview shows the present input and paper size', async () => {
  const { user } = await openSettings();
  await user.clear(field('Title'));
  await user.type(field('Title'), 'Day Ferry');
  await user.type(field('Credit'), 'Written by');
  expect([...preview().children].map(({ textContent }) => textContent)).toEqual([
    'DAY FERRY',
    'Written by',
    'Olive Lind',
  ]);
  expect(preview().getAttribute('viewBox')).toBe('0 0 612 792');
  await user.click(screen.getByRole('radio', { name: /A4/ }));
  expect(preview().getAttribute('viewBox')).toBe('0 0 595.28 841.89');
});

test('sends the changed fields on saving, and updates the cached project at once', async () => {
  const { sent, user } = await openSettings();
  expect(screen.getByText('On paper: letter, Night Ferry')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /A4/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Show scene numbers' }));
  await user.selectOptions(screen.getByLabelText('Side of scene numbers'), 'Left');
  await user.click(screen.getByRole('checkbox', { name: /CONTINUED/ }));
  await user.type(field('Title'), ' II');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(sent()).toEqual([
    {
      paper: 'a4',
      showSceneNumbers: true,
      sceneNumberSides: 'left',
      showSceneContinueds: true,
      titlePage: { ...written, title: 'Night Ferry II' },
    },
  ]);
  expect(screen.getByText('On paper: a4, Night Ferry II')).toBeTruthy();
});

test('header and footer can contain fields that are filled in on printing', async () => {
  const { sent, user } = await openSettings();
  expect(field('Header, right').value).toBe('{page}.');
  await user.type(field('Footer, left'), 'Draft of ');
  await user.click(screen.getByRole('button', { name: 'Date' }));
  expect(field('Footer, left').value).toBe('Draft of {date}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog()).toBeNull());
  const footer = { left: 'Draft of {date}', center: '', right: '', isVisible: true, isOnFirstPage: true };
  expect(sent()).toEqual([{ footer }]);
});

test('sends nothing without a change', async () => {
  const { sent, user } = await openSettings();
  await user.type(field('Title'), 'x{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect([dialog(), sent()]).toEqual([null, []]));
});

test('keeps changes by others that are made while it is open', async () => {
  const { client, sent, user } = await openSettings();
  await user.type(field('Credit'), 'Written by');
  client.setQueryData(
    projectQuery(code).queryKey,
    (project) =>
      project && {
        ...project,
        titlePage: { ...written, author: 'Eddie', more: [{ key: 'Revision', value: 'Blue' }] },
      },
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0].titlePage).toEqual({
    ...written,
    author: 'Eddie',
    credit: 'Written by',
    more: [{ key: 'Revision', value: 'Blue' }],
  });
});

test('an emptied title page shows the name of the project', async () => {
  const { sent, user } = await openSettings();
  await user.clear(field('Title'));
  await user.clear(field('Author'));
  expect(preview().textContent).toBe('NIGHT FERRY');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ titlePage: null }]));
});

test('Escape asks before it discards input', async () => {
  const { sent, user } = await openSettings();
  await user.type(field('Notes'), 'For reading only{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Discard changes' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(field('Notes').value).toBe('For reading only');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect([dialog(), sent()]).toEqual([null, []]);
});

test('Escape closes at once without changes', async () => {
  const { user } = await openSettings();
  await user.keyboard('{Escape}');
  expect(dialog()).toBeNull();
});

test('Cancel discards the input', async () => {
  const { sent, user } = await openSettings();
  await user.type(field('Notes'), 'x');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([dialog(), sent()]).toEqual([null, []]);
});

test('a rejected save shows the reason, and keeps the input', async () => {
  const { answers, user } = await openSettings();
  answers.push(rejection(400, 'Must be at most 1000 characters'));
  await user.type(field('Source'), 'A ticket');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Must be at most 1000 characters');
  expect(field('Source').value).toBe('A ticket');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog()).toBeNull());
});

test('asks before the tab is closed with unsaved input', async () => {
  const { user } = await openSettings();
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  await user.type(field('Notes'), 'x');
  expect(leave()).toBe(false);
});

test('shows the settings read-only to users who may only read', async () => {
  const format = { ...defaultFormat, paper: 'a4' as const };
  await openSettings({ format }, false);
  expect(screen.getByRole('radio', { name: /A4/ })).toHaveProperty('checked', true);
  for (const box of screen.getAllByRole('textbox')) expect(box).toHaveProperty('readOnly', true);
  for (const box of screen.getAllByRole('checkbox')) expect(box.matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
