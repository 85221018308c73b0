import { expect } from '@playwright/test';
import { revisionMarksOf } from '#screenplay/revisions/revisedText.ts';
import { readFdx } from '#test/lockedFiles.ts';
import { checkScreen } from './checkScreen.ts';
import { test } from './fixtures.ts';
import { looks } from './looks.ts';
import { importProject, scriptAddress } from './projects.ts';
import { nextSave, openElement } from './writing.ts';

/* A draft with revisions: what they changed is marked, in the script and in its exports. */

const draft = `<FinalDraft DocumentType="Script" Template="No" Version="5"><Content><Paragraph Type="Scene Heading"><Text>EXT. HARBOUR - NIGHT</Text></Paragraph><Paragraph Type="Action"><Text>The </Text><Text RevisionID="1">cold </Text><Text>rain stops.</Text></Paragraph><Paragraph Type="Action"><Text>The ferry waits.</Text></Paragraph></Content><Revisions ActiveSet="1" Location="7.75" RevisionMode="No" RevisionsShown="All"><Revision Color="#00000000FFFF" FullRevision="No" ID="1" Mark="*" Name="Blue" PageColor="#C6C6EDEDFEFE" Style=""/></Revisions></FinalDraft>`;

test('marks what a new revision changes, and exports it', async ({ page }) => {
  const project = await importProject(page.request, {
    name: 'blue.fdx',
    mimeType: 'application/xml',
    buffer: Buffer.from(draft),
  });
  await page.goto(scriptAddress(project));
  const marks = (name: string) => page.getByRole('img', { name: `Revised: ${name}` });
  await expect(marks('Blue')).toHaveText('*');

  const dialog = page.getByRole('dialog', { name: 'Production draft' });
  const openDialog = async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('Production draft');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
  };
  const closeDialog = () => dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await test.step('start a revision', async () => {
    const form = dialog.getByRole('form', { name: 'New revision' });
    for (const { name, viewport } of looks) {
      await page.setViewportSize(viewport);
      await openDialog();
      await dialog.getByRole('button', { name: 'Start a revision…' }).click();
      await expect(form.getByLabel('Name')).toHaveValue('Pink');
      await checkScreen(page, `new revision ${name}`);
      await closeDialog();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await openDialog();
    await dialog.getByRole('button', { name: 'Start a revision…' }).click();
    await form.getByLabel('Mark in the margin').fill('+');
    await form.getByRole('button', { name: 'Start revision' }).click();
    await expect(dialog).toContainText('New text belongs to Pink.');
    await closeDialog();
  });

  await test.step('write, and see the mark', async () => {
    await openElement(page, 'The ferry waits.');
    await page.keyboard.press('End');
    await page.keyboard.type(' Nobody boards.');
    const answer = nextSave(page);
    await page.keyboard.press('Escape');
    await answer;
    await expect(marks('Pink')).toHaveText('+');
    await checkScreen(page, 'revised page 1440x900-light');
  });

  await test.step('export', async () => {
    const file = await page.request.get(`/api/projects/${project.id}/export/fdx`);
    const { elements, format } = readFdx(await file.text());
    expect(format.revisions?.sets.map(({ name, mark }) => `${name} ${mark}`)).toEqual(['Blue *', 'Pink +']);
    const marked = elements.map((element) =>
      revisionMarksOf(element).runs.map(([from, to]) => element.content.slice(from, to)),
    );
    expect(marked).toEqual([[], ['cold '], [' Nobody boards.']]);
  });

  await test.step('clear the marks, and undo that', async () => {
    await openDialog();
    await dialog.getByRole('button', { name: 'Clear marks of Pink' }).click();
    await expect(marks('Pink')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Undo: Clear Pink' }).click();
    await expect(dialog.getByRole('button', { name: 'Undo: Clear Pink' })).toHaveCount(0);
    await closeDialog();
    await expect(marks('Pink')).toHaveText('+');
  });
});
