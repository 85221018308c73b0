import { cleanup, screen as page, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { isOff } from '#web/lib/testing.ts';
import { Button, type ButtonProps } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { TooltipProvider } from './Tooltip.tsx';

afterEach(cleanup);

const button = () => page.getByRole<HTMLButtonElement>('button');

function shown(props: ButtonProps) {
  const tree = (more: ButtonProps) => (
    <Button {...props} {...more}>
      Generate
    </Button>
  );
  const { rerender } = render(tree({}));
  return { become: (more: ButtonProps) => rerender(tree(more)) };
}

for (const off of [{ isBusy: true }, { disabled: true }]) {
  const state = Object.keys(off).join();

  test(`a button that becomes ${state} keeps the focus and cannot be pressed`, async () => {
    const user = userEvent.setup();
    const onClick = vi.fn();
    const { become } = shown({ onClick });
    await user.click(button());
    become(off);
    expect([document.activeElement, isOff(button())]).toEqual([button(), true]);
    await user.click(button());
    await user.keyboard('{Enter} ');
    expect(onClick).toHaveBeenCalledTimes(1);
    become({ isBusy: false, disabled: false });
    await user.keyboard('{Enter}');
    expect(onClick).toHaveBeenCalledTimes(2);
  });

  test(`a button that is ${state} cannot be focused`, async () => {
    const user = userEvent.setup();
    const { become } = shown({});
    await user.click(button());
    become(off);
    await user.tab();
    expect(button().disabled).toBe(true);
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });
}

test('a focused busy button does not submit its form, nor does Enter in a field', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  const form = (isBusy: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  await user.click(button());
  expect(onSubmit).toHaveBeenCalledTimes(1);
  rerender(form(true));
  await user.click(button());
  await user.type(page.getByRole('textbox'), 'Mara{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('an icon button keeps the focus too', async () => {
  const user = userEvent.setup();
  const onClick = vi.fn();
  const icon = (disabled: boolean) => (
    <TooltipProvider>
      <IconButton label="Accept" disabled={disabled} onClick={onClick}>
        +
      </IconButton>
    </TooltipProvider>
  );
  const { rerender } = render(icon(false));
  await user.click(button());
  rerender(icon(true));
  await user.keyboard('{Enter}');
  expect([document.activeElement, isOff(button()), onClick.mock.calls.length]).toEqual([button(), true, 1]);
});
