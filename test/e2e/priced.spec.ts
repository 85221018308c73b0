import { expect, type Page } from '@playwright/test';
import { seedPrices } from '#server/ai/prices.ts';
import { aiServicePricing } from '#server/db/schema/billing.ts';
import { aUser } from '#test/factories.ts';
import {
  anOpenAiServer,
  type Behaviour,
  chunk,
  type OpenAiServer,
  sendsPicture,
} from '#test/openaiServer.ts';
import { checkScreen } from './checkScreen.ts';
import { featureFile } from './featureFile.ts';
import { test, visitor } from './fixtures.ts';
import { looks } from './looks.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';

/*
 * The assistant with a priced model: it charges the price that it shows, streams the answer, and
 * the owner can read what was sent.
 */

const model = 'gpt-6.1-terra';
const weak = 'Mara is walking slowly along the lorries. We see a torch in her hand.';
const better = 'Mara walks the lorries, torch first.';
const script = {
  name: 'car-deck.fountain',
  mimeType: 'text/plain',
  buffer: Buffer.from(`INT. CAR DECK - NIGHT\n\n${weak}\n\nMARA\nTwo hundred and thirteen.\n`),
};
/** A picture of one grey pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** The fake provider of the model. */
let provider: OpenAiServer;
let app: OwnApp;
/** Has 100 credits. */
let olive: { id: string };

test.beforeAll(async () => {
  provider = await anOpenAiServer();
  app = await anOwnApp({
    OPENAI_BASE_URL: provider.url,
    OPENAI_CHAT_MODEL: model,
    OPENAI_IMAGE_MODEL: 'gpt-image-2.6-flare',
  });
  olive = await aUser(app.db, { email: 'olive@example.com', firstName: 'Olive', credits: 100 });
  // A fixed price per question, so that the cost is known exactly before the call.
  const fixed = { service: 'openai', model, pricingType: 'per_request' } as const;
  await app.db.insert(aiServicePricing).values({ ...fixed, fixedCostPerRequest: 0.15 });
  await seedPrices(app.db, app.env);
});
test.afterAll(async () => {
  await app.close();
  await provider.close();
});
// The context for beforeAll is created before `app` is set.
test.use({ storageState: visitor, baseURL: async ({ browserName: _ }, use) => use(app?.url) });
test.beforeEach(({ context }) => app.enter(context, olive));

test('charges the price that it shows, for an answer and for a picture', async ({ page, browserConsole }) => {
  const project = await importProject(page.request, script);
  const lines = async () => (await storedElements(page.request, project)).map(({ content }) => content);
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  const creditsNow = async () => {
    const answer = await page.request.get('/api/auth/user');
    const { creditBalance }: { creditBalance: number } = await answer.json();
    return creditBalance;
  };

  await test.step('ask about a weak line and see the answer as it streams', async () => {
    await page.goto(scriptAddress(project));
    await page.getByRole('article').getByText(weak.slice(0, 30)).hover();
    await page.getByRole('button', { name: 'Ask assistant' }).click();
    await expect(panel.getByText('7.5 credits', { exact: true }).last()).toBeVisible();
    await expect(panel.getByText('100 credits left')).toBeVisible();
    await checkContextScope(page);
    const { behaviour, goOn } = pausingAnswer(
      'The verb does nothing.',
      (id) =>
        `<suggestions>[{"type":"replace","elementId":${id},"originalContent":${JSON.stringify(weak)},"suggestedContent":${JSON.stringify(better)},"description":"Plain verb","reasoning":"It is shorter.","confidence":0.9}]</suggestions>`,
    );
    provider.next(behaviour);
    await panel.getByRole('button', { name: 'Make this more visual' }).click();
    // The model sends the rest only after these words are visible.
    await expect(panel.getByText('The verb does nothing.')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Stop' })).toBeVisible();
    goOn();
    await expect(panel.getByText('92.5 credits left')).toBeVisible();
    expect(await creditsNow()).toBe(92.5);
  });

  await test.step('accept the suggestion, which costs nothing, and undo it', async () => {
    await panel.getByRole('tab', { name: /Suggestions/ }).click();
    await panel.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
    await expect.poll(lines).toContain(better);
    await panel.getByRole('tab', { name: 'History' }).click();
    await expect(panel.getByText('AI Assistant').first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo: Suggestion' }).click();
    await expect.poll(lines).toContain(weak);
    expect(await creditsNow()).toBe(92.5);
  });

  await test.step('draw the concept image', async () => {
    await page.getByRole('link', { name: 'Idea Development' }).click();
    await expect(page.getByText('20 credits', { exact: true })).toBeVisible();
    provider.next(sendsPicture(dot));
    await page.getByRole('button', { name: /^Generate/ }).click();
    await expect(page.getByRole('img', { name: /concept/i }).first()).toBeVisible();
    await expect.poll(creditsNow).toBe(72.5);
  });

  await test.step('charge nothing for a failed call', async () => {
    browserConsole.expectFailedRequests(/generate-concept-image$/);
    provider.next((out) =>
      out.json(400, { error: { message: 'no', type: 'invalid_request_error', param: null, code: null } }),
    );
    await page.getByRole('button', { name: /enerate/ }).click();
    await expect(page.getByText('Failed to generate', { exact: false }).first()).toBeVisible();
    await expect.poll(creditsNow).toBe(72.5);
  });

  await test.step('read what was sent', async () => {
    await page.getByRole('link', { name: 'Project Settings' }).click();
    const log = page.getByRole('region', { name: 'What was sent' });
    await expect(log.getByText(model).first()).toBeVisible();
    await log.getByRole('button').last().click();
    await expect(page.getByRole('dialog').getByText(weak)).toBeVisible();
  });

  expect(provider.problems).toEqual([]);
});

test('sends as much of a feature as fits and shows the first words of the answer at once', async ({
  page,
}) => {
  const { name, fdx } = featureFile();
  const project = await importProject(page.request, { name, mimeType: 'application/xml', buffer: fdx });
  await page.goto(`${scriptAddress(project)}?panel=chat&assistantTab=chat`);
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  const { behaviour, goOn } = pausingAnswer('A long way', () => ' to the coast.');
  provider.next(behaviour);
  await ask(page, 'Where are we going?');
  await expect(panel.getByText('A long way', { exact: true })).toBeVisible();
  goOn();
  await expect(panel.getByText('A long way to the coast.')).toBeVisible();
  const sent =
    provider.requests
      .at(-1)
      ?.body.messages.map(({ content }) => content)
      .join('') ?? '';
  expect(sent).toContain('Where are we going?');
  expect(sent.length).toBeGreaterThan(10_000);
  expect(sent.length).toBeLessThan(30_000);
  expect(provider.problems).toEqual([]);
});

/** Check the choice of the context scope, with its prices, in every look. */
async function checkContextScope(page: Page): Promise<void> {
  const first = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const { name, viewport, theme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.getByRole('radio', { name: /^Whole script/ })).toBeVisible();
    await checkScreen(page, `assistant-reach-${name}`);
  }
  await page.setViewportSize(first);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

async function ask(page: Page, question: string): Promise<void> {
  const input = page.getByRole('textbox', { name: 'Ask the assistant' });
  await input.fill(question);
  await input.press('Enter');
}

/**
 * Return a behaviour that streams the first words, and the rest after `goOn`. `rest` receives the
 * id of the weak element.
 */
function pausingAnswer(
  first: string,
  rest: (elementId: number) => string,
): { behaviour: Behaviour; goOn: () => void } {
  const released = Promise.withResolvers<void>();
  const behaviour: Behaviour = async (out, { body }) => {
    const text = body.messages.map(({ content }) => content).join('\n');
    const id = Number(text.match(/\[(\d+)\] action: Mara is walking/)?.[1] ?? 0);
    out.stream();
    out.event(chunk({ role: 'assistant', content: first }));
    await released.promise;
    out.event(chunk({ content: rest(id) }));
    out.event(chunk({}, 'stop'));
    const usage = { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 };
    out.event({ ...chunk({}), choices: [], usage });
    out.raw('data: [DONE]\n\n');
    out.end();
  };
  return { behaviour, goOn: released.resolve };
}
