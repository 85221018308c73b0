import { expect, test } from 'vitest';
import { toastTexts } from './toastTexts.ts';

test('these are all the toasts, to the letter of the specification where it has one', () => {
  const lines = Object.values<{ title: string; description?: string; variant?: string }>(toastTexts).map(
    ({ title, description, variant }) => [title, description, variant].filter(Boolean).join(' | '),
  );
  expect(lines.toSorted()).toEqual([
    'Changes saved',
    'Error | Failed to generate concept image. Please try again. | destructive',
    'Error | Failed to save changes. Please try again. | destructive',
    'Export complete',
    'Export failed | Failed to export your script. Please try again. | destructive',
    'Export started',
    'Failed to delete project | The project is still there. Please try again. | destructive',
    'Failed to generate template | Unable to analyze script and generate character template. Please try again. | destructive',
    'Failed to generate template | Unable to analyze script and generate template. Please try again. | destructive',
    'Failed to save settings | Unable to update prompt templates. Please try again. | destructive',
    'Import failed | Failed to import file | destructive',
    'Invalid file type | Please select an FDX file. | destructive',
    'Message not sent | Please try again. | destructive',
    'Not undone | Someone else has changed this since. Their words are kept.',
    "Out of credits | You're out of credits. Get started with a subscription or purchase credits directly. | destructive",
    'Project created',
    'Project deleted',
    'Script imported',
    'Settings saved',
    'Title required | Please enter a title before generating an image. | destructive',
  ]);
});

test('success is never shown as a failure', () => {
  for (const text of Object.values(toastTexts)) {
    expect('variant' in text).toBe(/failed|invalid|error|not sent|out of|required/i.test(text.title));
  }
});
