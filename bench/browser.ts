import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { emptyTitlePage, type ScriptElement } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';
import type { Element } from '#shared/contract/elements.ts';
import { chromiumPath } from '#test/e2e/chromium.ts';
import { importProject, scriptAddress, storedElements } from '#test/e2e/projects.ts';
import { startServer } from '#test/e2e/server.ts';
import { randomScript } from '#test/randomScript.ts';

export const viewport = { width: 1440, height: 900 };

/** The real server and a browser that draws as fast as it can, signed in. */
export interface Bench {
  context: BrowserContext;
  serverPid: number;
  newPage(): Promise<Page>;
  stop(): Promise<void>;
}

/**
 * With these variables in the server's environment. With `folder` the server and the page are those
 * of another checkout, whose database is created with its own migrations.
 */
export async function openBench(variables: Record<string, string> = {}, folder?: string): Promise<Bench> {
  const server = await startServer('embedded', variables, { isNew: folder !== undefined, folder });
  let browser: Browser | null = null;
  const stop = async () => {
    await browser?.close();
    await server.stop();
  };
  try {
    browser = await openBrowser();
    const context = await browser.newContext({ viewport, baseURL: server.url });
    const page = await context.newPage();
    await page.goto(await server.signInLink());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${server.url}/`);
    await page.close();
    return { context, serverPid: server.pid, newPage: () => context.newPage(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Draws as fast as it can. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
}

/** Return the same text for the same number of elements. */
export function benchScript(size: number): ScriptElement[] {
  return randomScript(7, size);
}

/** A script that the server has, and where it is written. */
export interface StoredScript {
  address: string;
  elements: Element[];
}

/** Import a separate script. */
export async function storedScript({ context }: Bench, size: number): Promise<StoredScript> {
  const text = writeFountain({
    titlePage: emptyTitlePage,
    elements: benchScript(size),
    format: defaultFormat,
    source: null,
  });
  const file = { name: `${size}.fountain`, mimeType: 'text/plain', buffer: Buffer.from(text) };
  const project = await importProject(context.request, file);
  const elements = await storedElements(context.request, project);
  return { address: scriptAddress(project), elements };
}

/** Where a script is written. */
interface Opened {
  page: Page;
  /** An action in the middle of the script: the pages after it have to be laid out again. */
  action: Locator;
}

/** Opens the script in the browser, with its middle in the window. */
export async function openBenchScript(
  bench: Pick<Bench, 'newPage'>,
  { address, elements }: StoredScript,
  panel: 'open' | 'closed' = 'closed',
): Promise<Opened> {
  const page = await bench.newPage();
  await page.addInitScript(`localStorage.setItem('cold-open-panel', '${panel}')`);
  await page.goto(address);
  await page.locator('[data-element]').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.locator('[data-desk]').evaluate(async (desk) => {
    desk.scrollTo(0, desk.scrollHeight / 2);
    // The pages there are drawn with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  const shown = await page
    .locator('[data-element]')
    .evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute('data-element'))));
  const types = new Map(elements.map(({ id, elementType }) => [id, elementType]));
  const actions = shown.filter((id) => types.get(id) === 'action');
  const id = actions[actions.length >> 1];
  if (id === undefined) throw new Error('There is no action in the middle of the script');
  const action = page.locator(`[data-element="${id}"]`).first();
  await action.scrollIntoViewIfNeeded();
  return { page, action };
}
