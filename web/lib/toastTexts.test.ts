import { expect, test } from 'vitest';
import { toastTexts } from './toastTexts.ts';

test('these are all the toasts, to the letter of the specification where it has one', () => {
  const lines = Object.values<{ title: string; description?: string; variant?: string }>(toastTexts).map(
    ({ title, description, variant }) => [title, description, variant].filter(Boolean).join(' | '),
  );
  expect(lines.toSorted()).toEqual([
    'Act added',
    'Act deleted',
    'Act updated',
    'Analysis failed | Failed to analyze story tension. Please try again. | destructive',
    'Avatar generated',
    'Avatar generation failed | Could not generate character avatar. Please try again. | destructive',
    'Beat added',
    'Beat deleted',
    'Beat moved',
    'Beat updated',
    'Changes saved',
    'Character created',
    'Character deleted',
    'Character order saved',
    'Character updated',
    'Creation failed | Please try again. | destructive',
    'Deletion failed | Please try again. | destructive',
    'Error | Failed to add act. Please try again. | destructive',
    'Error | Failed to add beat. Please try again. | destructive',
    'Error | Failed to add outline item. Please try again. | destructive',
    'Error | Failed to add sequence. Please try again. | destructive',
    'Error | Failed to delete act. Please try again. | destructive',
    'Error | Failed to delete beat. Please try again. | destructive',
    'Error | Failed to delete outline item. Please try again. | destructive',
    'Error | Failed to delete sequence. Please try again. | destructive',
    'Error | Failed to generate concept image. Please try again. | destructive',
    'Error | Failed to move beat. Please try again. | destructive',
    'Error | Failed to reorder the outline. Please try again. | destructive',
    'Error | Failed to save changes. Please try again. | destructive',
    'Error | Failed to update act. Please try again. | destructive',
    'Error | Failed to update beat. Please try again. | destructive',
    'Error | Failed to update outline item. Please try again. | destructive',
    'Error | Failed to update sequence. Please try again. | destructive',
    'Export complete',
    'Export failed | Failed to export your script. Please try again. | destructive',
    'Export started',
    'Failed to delete project | The project is still there. Please try again. | destructive',
    'Failed to generate template | Unable to analyze script and generate character template. Please try again. | destructive',
    'Failed to generate template | Unable to analyze script and generate template. Please try again. | destructive',
    'Failed to open | The server could not be reached. Please try again. | destructive',
    'Failed to save settings | Unable to update prompt templates. Please try again. | destructive',
    'Generation Failed | Could not connect to generate style description. | destructive',
    'Generation Failed | Could not generate style description. | destructive',
    'Import failed | Failed to import file | destructive',
    'Invalid file type | Please select an FDX file. | destructive',
    'Message not sent | Please try again. | destructive',
    'Not undone | Someone else has changed this since. Their words are kept.',
    "Out of credits | You're out of credits. Get started with a subscription or purchase credits directly. | destructive",
    'Outline item added',
    'Outline item deleted',
    'Outline item updated',
    'Outline reordered',
    'Project created',
    'Project deleted',
    'Reorder failed | Could not save the new character order. | destructive',
    'Script imported',
    'Sequence added',
    'Sequence deleted',
    'Sequence updated',
    'Settings saved',
    'Tension analysis complete',
    'Title required | Please enter a title before generating an image. | destructive',
    'Update failed | Please try again. | destructive',
  ]);
});

test('success is never shown as a failure', () => {
  for (const text of Object.values(toastTexts)) {
    expect('variant' in text).toBe(/failed|invalid|error|not sent|out of|required/i.test(text.title));
  }
});
