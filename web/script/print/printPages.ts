import { pageBoxOf } from '#screenplay/layout/metrics.ts';
import { withOptimisticScenes } from '#web/scriptEditor/pages/projectContext.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import { unsentTitlePage, withUnsentTitle } from '../state/unsentTitlePage.ts';
import './print.css';
import { printedSheetsHtml } from './printedSheets.ts';

/**
 * Print the pages of the script instead of the screen, by the browser's command or its keys. They
 * are in the document only while it prints. Returns a function that ends this.
 */
export function printPages({ given, sync, writing }: ScriptScreenState): () => void {
  let stop: () => void = () => {};
  const begin = () => {
    stop();
    writing.storeForReading();
    const project = withUnsentTitle(given.get().project, unsentTitlePage.get());
    const { sceneNumbers } = withOptimisticScenes(given.get(), sync.scenes.get());
    const pages = document.createElement('div');
    pages.className = 'printed-pages';
    pages.innerHTML = printedSheetsHtml(project, sync.elements(), sceneNumbers);
    document.body.append(pages);
    // The size of the paper is a setting of the script. The content policy forbids style elements.
    const { widthPoints, heightPoints } = pageBoxOf(project.format);
    const paper = new CSSStyleSheet();
    paper.replaceSync(`@page { size: ${widthPoints}pt ${heightPoints}pt; margin: 0; }`);
    document.adoptedStyleSheets.push(paper);
    stop = () => {
      pages.remove();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== paper);
    };
  };
  const end = () => stop();
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    stop();
  };
}
