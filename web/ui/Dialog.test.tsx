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

test('deleting is asked for with the name of the thing', async () => {
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

test('Cancel and Escape close without deleting and give the focus back', async () => {
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

test('Escape closes a window also when a toast has come over it', async () => {
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

test('stays open at the Escape that cancels a composition in a field', () => {
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

test('while it deletes, the question stays', async () => {
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

test('a dialog that a menu opened gives the focus back to the menu button', async () => {
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

test('after a deletion the focus is at the item that has taken the place, and in the end beside the list', async () => {
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

test('a dialog opens on its first field, or on its heading, and never on the button that closes it', async () => {
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

test('a dialog that comes while a menu at a point of the page goes gives the focus back to the page', async () => {
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
