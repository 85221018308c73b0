import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { emptyTitlePage, type ScriptElement } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';
import type { Element } from '#shared/contract/elements.ts';
import { chromiumPath } from '#test/e2e/chromium.ts';
import { elementsOf, importProject, scriptAddress } from '#test/e2e/projects.ts';
import { startServer } from '#test/e2e/server.ts';
import { someScript } from '#test/randomScript.ts';

const viewport = { width: 1440, height: 900 };

/** The real server and a browser that draws as fast as it can, signed in. */
export interface Bench {
  context: BrowserContext;
  newPage(): Promise<Page>;
  stop(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const server = await startServer('embedded');
  let browser: Browser | null = null;
  const stop = async () => {
    await browser?.close();
    await server.stop();
  };
  try {
    browser = await chromium.launch({
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
    const context = await browser.newContext({ viewport, baseURL: server.url });
    const page = await context.newPage();
    await page.goto(server.signInLink);
    await page.close();
    return { context, newPage: () => context.newPage(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The same text wherever that many elements are asked for. */
export function scriptOf(size: number): ScriptElement[] {
  return someScript(7, size);
}

/** A script that the server has, and where it is written. */
export interface StoredScript {
  address: string;
  elements: Element[];
  /** In the middle of the script: pages follow, and have to be broken anew. */
  middle: Element;
}

/** Imports a script of its own for whoever asks. */
export async function storedScript({ context }: Bench, size: number): Promise<StoredScript> {
  const text = writeFountain({
    titlePage: emptyTitlePage,
    elements: scriptOf(size),
    format: defaultFormat,
    source: null,
  });
  const file = { name: `${size}.fountain`, mimeType: 'text/plain', buffer: Buffer.from(text) };
  const project = await importProject(context.request, file);
  const elements = await elementsOf(context.request, project);
  const middle = elements.find(
    ({ elementType }, index) => elementType === 'action' && index >= elements.length / 2 - 1,
  );
  if (!middle) throw new Error(`A script of ${size} elements has no action in its middle`);
  return { address: scriptAddress(project), elements, middle };
}

/** Opens the script in the browser, with its middle in the window. */
export async function openScript(
  bench: Bench,
  { address, middle, elements }: StoredScript,
  panel: 'open' | 'closed' = 'closed',
): Promise<Page> {
  const page = await bench.newPage();
  await page.addInitScript(`localStorage.setItem('cold-open-panel', '${panel}')`);
  await page.goto(address);
  await page.locator('[data-element]').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await bringIntoView(page, middle.id, elements.indexOf(middle) / elements.length);
  return page;
}

/** Pages far from the window are not in the document: scrolls to about there, and around, until the element is. */
async function bringIntoView(page: Page, elementId: number, share: number): Promise<void> {
  const desk = page.locator('[data-desk]');
  const element = page.locator(`[data-element="${elementId}"]`).first();
  for (const off of [0, -0.02, 0.02, -0.04, 0.04]) {
    await desk.evaluate((node, at) => node.scrollTo(0, node.scrollHeight * at), share + off);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    if ((await element.count()) === 0) continue;
    await element.scrollIntoViewIfNeeded();
    return;
  }
  throw new Error(`Element ${elementId} is not near ${share} of the script`);
}
