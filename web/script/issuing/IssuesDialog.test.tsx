import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createIssue, downloadCopies } from '#shared/contract/issues.ts';
import { may } from '#shared/roles.ts';
import { aBrowser, type BrowserOptions } from '#test/browser.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { IssuesDialog } from './IssuesDialog.tsx';

freshBrowser();
afterEach(() => vi.restoreAllMocks());

async function open(options: BrowserOptions = {}) {
  const browser = await aBrowser(options);
  const user = userEvent.setup();
  const { project } = browser;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TooltipProvider>
        <IssuesDialog project={project} canWrite={may(project.role, 'write')} onClose={() => {}} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { ...browser, user, press };
}

const people = 'Eddie Marsh, eddie@nightferry.test\nCora Quint';

/** Issue the script for two people with links. */
async function issueFor({ user, press }: Awaited<ReturnType<typeof open>>, typed = people) {
  await press('New issue…');
  await user.type(await screen.findByRole('textbox', { name: 'Copies for' }), typed);
  await user.click(screen.getByRole('checkbox', { name: /^Create a link/ }));
  await screen.findByText('You issue the whole script as pages without a revision.');
  await press('Issue');
}

describe('IssuesDialog', () => {
  test('issues the script and lists who has a copy', async () => {
    const browser = await open();
    await screen.findByText('No draft of this script has been issued yet.');
    await issueFor(browser);
    const list = await screen.findByRole('list', { name: 'Copies' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('strong')?.textContent),
    ).toEqual(['Eddie Marsh', 'Cora Quint']);
    expect(screen.getByText('The whole script is issued.')).toBeTruthy();
    expect(within(list).getAllByRole('button', { name: /^Copy link of/ })).toHaveLength(2);
  });

  test('proposes the people of the issue before', async () => {
    const browser = await open();
    await issueFor(browser);
    await screen.findByRole('list', { name: 'Copies' });
    await browser.press('New issue…');
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Copies for' });
    expect(field.value).toBe(people);
    await screen.findByText('No page has changed since the last issue.');
  });

  test('keeps what was typed when the call is rejected', async () => {
    const browser = await open();
    browser.network.reject(createIssue, 'internal', 'The pages were not issued.', 1);
    await issueFor(browser);
    expect((await screen.findByRole('alert')).textContent).toBe('The pages were not issued.');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Copies for' }).value).toBe(people);
    await browser.press('Issue');
    await screen.findByRole('list', { name: 'Copies' });
  });

  test('says whose copy has a code', async () => {
    const browser = await open();
    await issueFor(browser);
    const list = await screen.findByRole('list', { name: 'Copies' });
    const code = /[A-Z0-9]{4}-[A-Z0-9]{4}-1/.exec(
      within(list).getAllByRole('listitem')[1]?.textContent ?? '',
    )?.[0];
    const field = screen.getByRole('textbox', { name: 'Whose copy is this?' });
    await browser.user.type(field, String(code).toLowerCase());
    expect((await screen.findByRole('list', { name: 'Found copies' })).textContent).toContain('Cora Quint');
    await browser.user.type(field, '0');
    await screen.findByText('No issued copy has this code.');
  });

  test('ends a link after a question', async () => {
    const browser = await open();
    await issueFor(browser);
    await browser.press('End link of Cora Quint');
    await browser.press('End Link');
    await screen.findByRole('button', { name: 'Create link for Cora Quint' });
    expect(screen.queryByRole('button', { name: 'Copy link of Cora Quint' })).toBeNull();
  });

  test('makes all copies in one file, and again after a failure', async () => {
    const browser = await open();
    await issueFor(browser);
    browser.network.reject(downloadCopies, 'internal', '', 1);
    await browser.press('Make 2 copies');
    expect((await screen.findByRole('alert')).textContent).toBe('The copies could not be made. Try again.');
    expect(logged()).toEqual(['An export failed']);
    await browser.press('Make 2 copies');
    await screen.findByText(/^2 copies in one file of/);
    expect(screen.getByRole('button', { name: 'Save copies' })).toBeTruthy();
  });

  test('cancels the copies', async () => {
    const browser = await open();
    await issueFor(browser);
    const release = browser.network.hold(downloadCopies);
    await browser.press('Make 2 copies');
    await browser.press('Cancel the copies');
    release();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Make 2 copies' })).toBeTruthy());
  });

  test('shows a viewer only the own copy', async () => {
    const { as, people: world, network } = await aBrowser();
    const recipients = [{ name: 'Vic Viewer', email: world.vic.email }, { name: 'Cora Quint' }];
    await as('olive').post(`${world.projectUrl}/issues`, { recipients });
    network.browser = as('vic');
    render(
      <QueryClientProvider client={createQueryClient()}>
        <IssuesDialog
          project={{ id: world.project.id, role: 'viewer' }}
          canWrite={false}
          onClose={() => {}}
        />
      </QueryClientProvider>,
    );
    const list = await screen.findByRole('list', { name: 'Copies' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    expect(list.textContent).toContain('Vic Viewer');
    expect(screen.queryByRole('button', { name: 'New issue…' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Whose copy is this?' })).toBeNull();
  });
});
