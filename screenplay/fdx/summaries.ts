import type { ScriptElement } from '../element.ts';
import { blocksOf, type FountainElementExtras } from '../fountain/extras.ts';
import type { Screenplay } from '../screenplay.ts';

/*
 * The summary that Final Draft keeps with a scene: paragraphs in the SceneProperties of its heading. It is Fountain's
 * synopsis.
 */

/** The same script for the Fountain writer: the summary of a scene stands as synopses in front of what follows its heading. */
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
  const kept = (extras?.fountain ?? {}) as FountainElementExtras;
  return { ...kept, before: [...synopses, ...blocksOf(kept, 'before')] };
}

const summary = /<Summary\b[^>]*>([\s\S]*?)<\/Summary>/g;
const paragraph = /<Paragraph\b[^>]*>([\s\S]*?)<\/Paragraph>/g;
const text = /<Text\b[^>]*>([^<]*)<\/Text>/g;

/** The summaries that a heading of a Final Draft file keeps; reads stored extras, which may be anything. */
function summariesOf(kept: unknown): string[] {
  const { children } = (kept ?? {}) as { children?: unknown };
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
