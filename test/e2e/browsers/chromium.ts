import { chromium, type LaunchOptions } from '@playwright/test';
import { watchConsole } from '../console.ts';
import { logViolations } from './inPage.ts';
import { callExpression, type TestBrowser } from './testBrowser.ts';

/** Start Chromium, driven by Playwright, and open a page. */
export async function startChromium(
  options: LaunchOptions,
  viewport: { width: number; height: number },
): Promise<TestBrowser> {
  // Scroll bars take room on most desktops, and in this test.
  const browser = await chromium.launch({ ...options, ignoreDefaultArgs: ['--hide-scrollbars'] });
  const context = await browser.newContext({ viewport, serviceWorkers: 'allow' });
  const console = watchConsole(context);
  // The journey stops the server.
  console.expectFailedRequests(/^(http|ws):/);
  await context.addInitScript(logViolations);
  const page = await context.newPage();
  const { keyboard, mouse } = page;
  const drag: TestBrowser['drag'] = async (from, to) => {
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await mouse.move(to.x, to.y, { steps: 3 });
    await mouse.up();
  };
  return {
    signIn: ({ url, sid }) => context.addCookies([{ name: 'sid', value: sid, url }]),
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: async (work, ...args) => JSON.parse(await page.evaluate<string>(callExpression(work, args))),
    type: (text) => keyboard.type(text),
    press: async (...keys) => {
      for (const key of keys) await keyboard.press(key);
    },
    click: ({ x, y }) => mouse.click(x, y),
    drag,
    dragWords: drag,
    compose: async (composing, committed) => {
      const session = await context.newCDPSession(page);
      const end = composing.length;
      await session.send('Input.imeSetComposition', {
        text: composing,
        selectionStart: end,
        selectionEnd: end,
      });
      await session.send('Input.insertText', { text: committed });
      await session.detach();
    },
    screenshot: () => page.screenshot(),
    logs: async () => console.problems(),
    close: () => browser.close(),
  };
}
