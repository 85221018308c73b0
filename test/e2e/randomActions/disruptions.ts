import { expect } from '@playwright/test';
import type { Random } from '#test/random.ts';
import { sendNow } from '../writing.ts';
import { click, type } from './actions.ts';
import { drawnTexts, expectKnown, joinTexts, type Run, runAction } from './checks.ts';
import { randomPosition, words } from './model.ts';

/* Disruptions while a user writes: reloads and lost connections. They do not change the model. */

export async function runRandomDisruption(run: Run, random: Random): Promise<void> {
  const disruption = random.pick([reload, reloadWhileWriting, loseConnection, reloadUnsent, goBackAndForth]);
  run.log.push(await disruption(run, random));
}

/** Reload after everything is stored. */
async function reload(run: Run): Promise<string> {
  await run.page.reload();
  await startOver(run);
  return 'reload';
}

/** Reload during an edit. The text is stored by this page or the next. */
async function reloadWhileWriting(run: Run, random: Random): Promise<string> {
  const { page, model } = run;
  const word = random.pick(words);
  await click(page, model, randomPosition(random, model));
  await type(page, model, word);
  for (const texts of model.intermediate.splice(0)) run.known.add(joinTexts(texts));
  await page.reload();
  await startOver(run);
  return `reload while writing ${word}`;
}

async function loseConnection(run: Run, random: Random): Promise<string> {
  const { page, model } = run;
  const done: string[] = [];
  await page.context().setOffline(true);
  await click(page, model, randomPosition(random, model));
  for (let left = 6; left > 0; left--) done.push(await runAction(run, random));
  await page.keyboard.press('Control+s');
  await page.context().setOffline(false);
  await sendNow(page);
  return `without a connection: ${done.join(', ')}`;
}

/** Reload while offline. The next page sends the pending changes. */
async function reloadUnsent(run: Run, random: Random): Promise<string> {
  const { page, model } = run;
  const done: string[] = [];
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await click(page, model, randomPosition(random, model));
  for (let left = 4; left > 0; left--) done.push(await runAction(run, random));
  await page.keyboard.press('Control+s');
  await page.reload();
  await page.unroute('**/api/**');
  await startOver(run);
  await sendNow(page);
  return `reload before it was sent: ${done.join(', ')}`;
}

/** Undo step by step to the script at a check, and redo. */
async function goBackAndForth(run: Run, random: Random): Promise<string> {
  const { page, undoable, model } = run;
  if (undoable.length < 2) return 'nothing to undo';
  const targetIndex = random.below(undoable.length - 1);
  const steps = await press(run, 'Undo', undoable[targetIndex] ?? []);
  const staysUndone = random.chance(0.5);
  if (staysUndone) {
    model.texts = [...(undoable[targetIndex] ?? [])];
    undoable.length = targetIndex + 1;
  } else await press(run, 'Redo', model.texts);
  await click(page, model, randomPosition(random, model));
  return `${steps} times undo${staysUndone ? '' : ' and redo'}`;
}

/**
 * Press the button until the page shows these texts. Every step must be a known script. Return the
 * number of steps.
 */
export async function press(run: Run, name: 'Undo' | 'Redo', texts: readonly string[]): Promise<number> {
  const { page, log } = run;
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
  for (let steps = 0; ; steps++) {
    const drawn = await drawnTexts(page);
    if (joinTexts(drawn) === joinTexts(texts)) return steps;
    expectKnown(run, drawn, `${steps} times ${name}`);
    if (await button.isDisabled()) {
      expect(drawn, `After ${log.slice(-16).join(', ')}, and ${steps} times ${name}`).toEqual(texts);
    }
    await button.click();
  }
}

async function startOver({ page, model, undoable }: Run): Promise<void> {
  await expect.poll(() => drawnTexts(page)).toEqual(model.texts);
  // Undo reaches back to the opening of the page.
  undoable.length = 0;
  undoable.push([...model.texts]);
}
