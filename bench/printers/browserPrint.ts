import type { Browser } from '@playwright/test';
import { writeHtml } from '#screenplay/otherFormats/writeHtml.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';

/** Print our web page of a script in a browser, with the header and footer of its print dialog. */
export async function printInBrowser(browser: Browser, script: Screenplay): Promise<Uint8Array> {
  const page = await browser.newPage();
  try {
    const html = writeHtml({
      ...script,
      title: 'Script',
      language: 'en-US',
      notes: [],
      modifiedAt: new Date(0),
    });
    await page.setContent(html);
    const margin = { top: '1in', bottom: '1in', left: '1in', right: '1in' };
    return await page.pdf({ format: 'Letter', displayHeaderFooter: true, margin });
  } finally {
    await page.close();
  }
}
