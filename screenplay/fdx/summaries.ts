import type { ScriptElement } from '../element.ts';
import { blocksOf, type FountainElementExtras } from '../fountain/extras.ts';
import type { Screenplay } from '../screenplay.ts';

/*
 * The summary that Final Draft stores with a scene: paragraphs in the SceneProperties of its
 * heading. In Fountain it is a synopsis.
 */

/**
 * Return a copy of a script for the Fountain writer, with the summary of each scene as synopses
 * after its heading.
 */
export function withSynopses(screenplay: Screenplay): Screenplay {
  let synopses: string[] = [];
  const elements = screenplay.elements.map((element) => {
    const extras =
      synopses.length === 0 ? element.extras : { ...element.extras, fountain: before(element, synopses) };
    synopses = summariesOf(element.extras?.fdx).map((line) => `= ${line.replace(/\s+/g, ' ')}`);
    return extras === element.extras ? element : { ...element, extras };
  });
  if (synopses.length === 0) return { ...screenplay, elements };
  const after = [...synopses, ...blocksOf(screenplay.source?.fountain, 'after')];
  const fountain = { ...(screenplay.source?.fountain as object | undefined), after };
  return { ...screenplay, elements, source: { ...screenplay.source, fountain } };
}

function before({ extras }: ScriptElement, synopses: readonly string[]): FountainElementExtras {
  const preserved = (extras?.fountain ?? {}) as FountainElementExtras;
  return { ...preserved, before: [...synopses, ...blocksOf(preserved, 'before')] };
}

const summary = /<Summary\b[^>]*>([\s\S]*?)<\/Summary>/g;
const paragraph = /<Paragraph\b[^>]*>([\s\S]*?)<\/Paragraph>/g;
const text = /<Text\b[^>]*>([^<]*)<\/Text>/g;

/**
 * Return the summaries of a heading from a Final Draft file. Reads stored extras, which may have
 * any shape.
 */
function summariesOf(preserved: unknown): string[] {
  const { children } = (preserved ?? {}) as { children?: unknown };
  if (!Array.isArray(children)) return [];
  return children.flatMap((child) => {
    if (typeof child !== 'string' || !child.startsWith('<SceneProperties')) return [];
    return [...child.matchAll(summary)].flatMap(([, inside = '']) =>
      [...inside.matchAll(paragraph)]
        .map(([, runs = '']) =>
          [...runs.matchAll(text)]
            .map(([, part = '']) => unescaped(part))
            .join('')
            .trim(),
        )
        .filter((line) => line !== ''),
    );
  });
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(xml: string): string {
  return xml.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return String.fromCodePoint(code);
  });
}
