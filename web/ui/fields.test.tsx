import { screen as page, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { Button } from './Button.tsx';
import { Progress } from './Progress.tsx';
import { TextArea, TextField } from './TextField.tsx';

freshBrowser();

test('a field is named by its label and described by its hint', () => {
  render(<TextArea label="Description" hint="Up to 2,000 characters" />);
  const field = page.getByRole('textbox', { name: 'Description' });
  const note = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toBe('Up to 2,000 characters');
});

test('an error replaces the hint, marks the field, and is announced', () => {
  render(<TextField label="Name" hint="As on the title page" error="Project name is required" />);
  expect(page.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true');
  expect(page.getByRole('alert').textContent).toBe('Project name is required');
  expect(page.queryByText('As on the title page')).toBeNull();
});

test('a busy button keeps its label and cannot be pressed', () => {
  render(<Button isBusy>Create</Button>);
  const button = page.getByRole('button', { name: 'Create' });
  expect(button.hasAttribute('disabled')).toBe(true);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

test('progress reports whole percents within its bounds, and no value while the end is unknown', () => {
  const { rerender } = render(<Progress label="Sending" fraction={0.256} />);
  const bar = page.getByRole('progressbar', { name: 'Sending' });
  expect(bar.getAttribute('aria-valuenow')).toBe('26');
  rerender(<Progress label="Sending" fraction={1.2} />);
  expect(bar.getAttribute('aria-valuenow')).toBe('100');
  rerender(<Progress label="Sending" fraction={null} />);
  expect(bar.hasAttribute('aria-valuenow')).toBe(false);
});
