import { act, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from './Button.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { Menu, MenuItem } from './Menu.tsx';
import { PointMenu } from './PointMenu.tsx';
import { Toaster } from './Toaster.tsx';

freshBrowser();

function DeleteFromButton({ onConfirm = () => {}, isBusy = false }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Ask</Button>
      <DeleteDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        itemType="project"
        name="Night Ferry"
        isBusy={isBusy}
        onConfirm={onConfirm}
      />
    </>
  );
}

test('DeleteDialog asks with the name of the item', async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn();
  render(<DeleteFromButton onConfirm={onConfirm} />);
  await user.click(page.getByRole('button', { name: 'Ask' }));
  const dialog = page.getByRole('alertdialog', { name: 'Delete project' });
  expect(dialog.textContent).toContain(
    'Are you sure you want to delete "Night Ferry"? This action cannot be undone.',
  );
  await user.click(page.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('Cancel and Escape close without deleting and return the focus', async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn();
  render(<DeleteFromButton onConfirm={onConfirm} />);
  const button = page.getByRole('button', { name: 'Ask' });
  for (const leave of [
    () => user.click(page.getByRole('button', { name: 'Cancel' })),
    () => user.keyboard('{Escape}'),
  ]) {
    await user.click(button);
    await leave();
    expect(page.queryByRole('alertdialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button));
  }
  expect(onConfirm).not.toHaveBeenCalled();
});

test('Escape closes a dialog that has a toast over it', async () => {
  const user = userEvent.setup();
  const onOpenChange = vi.fn();
  render(
    <>
      <Toaster />
      <Dialog open onOpenChange={onOpenChange} title="Add New Act" />
    </>,
  );
  act(() => void toast({ title: 'Error' }));
  await page.findByText('Error', { selector: '[class*=title]' });
  await user.keyboard('{Escape}');
  expect(onOpenChange.mock.calls).toEqual([[false]]);
});

test('stays open on the Escape that cancels a composition in a field', () => {
  const onOpenChange = vi.fn();
  render(
    <Dialog open onOpenChange={onOpenChange} title="Add New Act">
      <input aria-label="Title" />
    </Dialog>,
  );
  const field = page.getByRole('textbox', { name: 'Title' });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229, isComposing: false });
  expect(onOpenChange).not.toHaveBeenCalled();
});

test('stays open while deleting', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<DeleteFromButton />);
  await user.click(page.getByRole('button', { name: 'Ask' }));
  rerender(<DeleteFromButton isBusy />);
  await user.keyboard('{Escape}');
  expect(page.getByRole('alertdialog')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true);
});

function DialogFromMenu() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Menu trigger={<button type="button">More</button>}>
        <MenuItem onSelect={() => setIsOpen(true)}>Rename</MenuItem>
      </Menu>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Rename">
        <input aria-label="Name" />
      </Dialog>
    </>
  );
}

test("returns the focus to the menu's button when a menu opened the dialog", async () => {
  const user = userEvent.setup();
  render(<DialogFromMenu />);
  const more = page.getByRole('button', { name: 'More' });
  await user.click(more);
  await user.click(page.getByRole('menuitem', { name: 'Rename' }));
  const dialog = await page.findByRole('dialog', { name: 'Rename' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(more));
});

function Deletable() {
  const [names, setNames] = useState(['Mara', 'Tobias', 'Hale']);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <main>
      <button type="button">Add</button>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button">{name}</button>
              <Menu trigger={<button type="button">More for {name}</button>}>
                <MenuItem onSelect={() => setAsked(name)}>Delete</MenuItem>
              </Menu>
            </li>
          ))}
        </ul>
      )}
      <DeleteDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        itemType="character"
        name={asked ?? ''}
        onConfirm={() => {
          setNames(names.filter((name) => name !== asked));
          setAsked(null);
        }}
      />
    </main>
  );
}

test("focuses the item that takes the deleted one's position, and after the last one the page", async () => {
  const user = userEvent.setup();
  render(<Deletable />);
  for (const [name, next] of [
    ['Tobias', 'More for Hale'],
    ['Hale', 'More for Mara'],
    ['Mara', 'Add'],
  ]) {
    await user.click(page.getByRole('button', { name: `More for ${name}` }));
    await user.click(page.getByRole('menuitem', { name: 'Delete' }));
    await user.click(await page.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe(next));
  }
});

test('focuses the first field, otherwise the heading, never the close button', async () => {
  const { rerender } = render(
    <Dialog open onOpenChange={() => {}} title="Rename">
      <input disabled aria-label="Id" />
      <input aria-label="Name" />
    </Dialog>,
  );
  expect(document.activeElement).toBe(page.getByLabelText('Name'));
  rerender(
    <Dialog key="keys" open onOpenChange={() => {}} title="Keys" footer={<Button>Preferences</Button>}>
      Enter
    </Dialog>,
  );
  expect(document.activeElement).toBe(page.getByRole('heading', { name: 'Keys' }));
});

function LineWithMenu() {
  const [shown, setShown] = useState<'menu' | 'dialog' | null>(null);
  const close = () => setShown(null);
  const at = shown === 'menu' ? { xPx: 10, yPx: 10 } : null;
  return (
    <>
      <input aria-label="Line" onKeyDown={() => setShown('menu')} />
      <PointMenu at={at} label="Menu of the line" container={null} onClose={close} onClosed={() => {}}>
        <MenuItem onSelect={() => setShown('dialog')}>Go to page</MenuItem>
      </PointMenu>
      <Dialog open={shown === 'dialog'} onOpenChange={close} title="Go to page">
        <Button onClick={close}>Go</Button>
      </Dialog>
    </>
  );
}

test('returns the focus to the page when a context menu opened the dialog', async () => {
  const user = userEvent.setup();
  render(<LineWithMenu />);
  const line = page.getByRole('textbox', { name: 'Line' });
  await user.click(line);
  await user.keyboard('m');
  await waitFor(() => expect(page.getByRole('menuitem').matches(':focus')).toBe(true));
  await user.keyboard('{Enter}');
  await user.click(await page.findByRole('button', { name: 'Go' }));
  await waitFor(() => expect(document.activeElement).toBe(line));
});
