import { expect } from '@playwright/test';
import { seeded } from '#test/random.ts';
import { test } from './fixtures.ts';
import { importProject, scriptAddress } from './projects.ts';
import { click } from './randomActions/actions.ts';
import { checkHistory, checkScript, joinTexts, type Run, runAction } from './randomActions/checks.ts';
import { press, runRandomDisruption } from './randomActions/disruptions.ts';
import { randomPosition, type TextModel, words } from './randomActions/model.ts';

/*
 * Random keystrokes, clicks, drags, pastes and undos, compared with a plain list of texts. Now and
 * then the page is reloaded or goes offline. For long runs, HANDS lists the seeds and HANDS_ACTIONS
 * sets the number of actions, such as HANDS=3,4,5 HANDS_ACTIONS=2000.
 */

const actions = Number(process.env.HANDS_ACTIONS ?? 90);
const actionsPerCheck = 15;
const checksPerStorm = 2;

/** The script of the second run is longer than the viewport and than one page. */
const runs = process.env.HANDS
  ? process.env.HANDS.split(',').map((seed) => ({ seed: Number(seed), length: 40 }))
  : [
      { seed: 1, length: 12 },
      { seed: 2, length: 40 },
    ];

for (const { seed, length } of runs) {
  test(`matches a plain text model after random actions (seed ${seed})`, async ({ page, browserConsole }) => {
    test.setTimeout(180_000 + actions * 1000);
    browserConsole.expectFailedRequests(/\/api\//);
    page.on('dialog', (dialog) => dialog.accept());
    const random = seeded(seed);
    const original = Array.from({ length }, (_, at) => `${random.pick(words)}${at}x${random.pick(words)}`);
    const fountain = original.map((text) => `!${text}\n`).join('\n');
    const file = { name: 'hands.fountain', mimeType: 'text/plain', buffer: Buffer.from(fountain) };
    const project = await importProject(page.request, file);
    await page.goto(scriptAddress(project));
    await expect(page.locator('[data-element]')).toHaveCount(original.length);

    const start = { index: 0, offset: 0 };
    const texts = [...original];
    const model: TextModel = {
      texts,
      anchor: start,
      head: start,
      clipboard: null,
      max: length + 6,
      intermediate: [],
    };
    const run: Run = {
      page,
      project,
      model,
      log: [],
      moments: [],
      undoable: [original],
      known: new Set([joinTexts(original)]),
    };
    await click(page, model, start);
    for (let action = 1; action <= actions; action++) {
      run.log.push(await runAction(run, random));
      if (action % actionsPerCheck > 0) continue;
      await checkScript(run);
      if (action % (actionsPerCheck * checksPerStorm) === 0) {
        await runRandomDisruption(run, random);
        await checkScript(run);
      }
      await click(page, model, randomPosition(random, model));
    }
    await checkScript(run);
    await press(run, 'Undo', run.undoable[0] ?? []);
    await press(run, 'Redo', model.texts);
    await checkScript(run);
    await checkHistory(run);
  });
}
