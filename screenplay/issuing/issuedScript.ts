import { numericHash } from '../dice.ts';
import type { ScriptElement } from '../element.ts';
import { pageLabelOf } from '../layout/pageNumbers.ts';
import { placePage } from '../layout/place.ts';
import type { Pagination } from '../layout/types.ts';
import { numberedStretches } from '../printing/chooseScenes.ts';
import { omittedSceneOf } from '../production/omittedText.ts';
import { provideLockRules } from '../production/provideLockRules.ts';
import type { IssuedPage, IssuedScene, IssuedScript } from './changeMemo.ts';

provideLockRules();

/** Return the pages and scenes of a script as they are issued. */
export function issuedScriptOf(pagination: Pagination): IssuedScript {
  return { pages: issuedPagesOf(pagination), scenes: issuedScenesOf(pagination.elements) };
}

function issuedPagesOf(pagination: Pagination): IssuedPage[] {
  return pagination.pages.map((_, index) => {
    const printed = placePage(pagination, index)
      .filter(({ elementIndex }) => elementIndex !== null)
      .map((run) => {
        const { text, xPoints, yPoints, isBold, isItalic, isUnderlined, isStruck } = run;
        return [text, xPoints, yPoints, isBold, isItalic, isUnderlined, isStruck].join(' ');
      });
    return { label: pageLabelOf(pagination, index), digest: digestOf(printed.join('\n')) };
  });
}

function issuedScenesOf(elements: readonly ScriptElement[]): IssuedScene[] {
  return numberedStretches(elements).map(({ from, to, number }) => {
    const heading = elements[from] as ScriptElement;
    const omitted = omittedSceneOf(heading);
    const text = elements
      .slice(from, to)
      .map(({ elementType, dual, content }) => `${elementType} ${dual ?? ''} ${content}`);
    return {
      number,
      heading: (omitted?.heading.trim() || heading.content).toUpperCase(),
      digest: digestOf(text.join('\n')),
      isOmitted: omitted !== null,
    };
  });
}

/** Return a short text that differs for different texts: two hashes of 32 bits. */
function digestOf(text: string): string {
  return [numericHash(text), numericHash(`${text.length} ${text}`)]
    .map((hash) => hash.toString(36))
    .join('-');
}
