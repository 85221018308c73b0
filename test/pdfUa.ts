import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Document = Awaited<ReturnType<typeof getDocument>['promise']>;
type Page = Awaited<ReturnType<Document['getPage']>>;

/**
 * Check a PDF for the rules of PDF/UA-1 (ISO 14289-1) that apply to text and pictures, with an
 * independent program. Returns the rules that the file breaks.
 */
export async function pdfUaFaults(pdf: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, fontExtraProperties: true });
  const document = await task.promise;
  try {
    const faults = await documentFaults(document);
    const pages = Buffer.from(pdf).toString('latin1').split('/Type/Page/').slice(1);
    if (pages.some((page) => !page.split('endobj')[0]?.includes('/Tabs/S')))
      faults.push('a page without the tab order of the structure');
    const headings: number[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const found = await pageFaults(page, headings);
      faults.push(...found.map((fault) => `page ${number}: ${fault}`));
    }
    const skipped = headings.some((level, index) => level > (headings[index - 1] ?? 0) + 1);
    if (skipped) faults.push('a level of headings is skipped');
    return faults;
  } finally {
    await task.destroy();
  }
}

/** Check 7.1 and 5: marked, titled, with a language and an identification. */
async function documentFaults(document: Document): Promise<string[]> {
  const { info, metadata } = await document.getMetadata();
  const facts = info as Record<string, unknown>;
  const marks = (await document.getMarkInfo()) as unknown as Map<string, boolean> | null;
  const preferences = (await document.getViewerPreferences()) as Map<string, unknown> | null;
  const xmp = String(metadata?.getRaw() ?? '');
  const title = /<dc:title><rdf:Alt><rdf:li[^>]*>([^<]*)</.exec(xmp)?.[1];
  const rules: [fault: string, isFulfilled: boolean][] = [
    ['not marked as tagged', marks?.get('Marked') === true],
    ['tags are suspect', marks?.get('Suspects') !== true],
    ['no language', /^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/.test(String(facts.Language ?? ''))],
    ['no title in the metadata', title !== undefined && title.trim() !== ''],
    ['the window does not show the title', entryOf(preferences, 'DisplayDocTitle') === true],
    ['no identification as PDF/UA', xmp.includes('<pdfuaid:part>1</pdfuaid:part>')],
    ['encrypted without access for screen readers', facts.EncryptFilterName === null],
  ];
  return rules.filter(([, isFulfilled]) => !isFulfilled).map(([fault]) => fault);
}

function entryOf(preferences: Map<string, unknown> | object | null, name: string): unknown {
  return preferences instanceof Map
    ? preferences.get(name)
    : (preferences as Record<string, unknown>)?.[name];
}

/** Check 7.1 (all content is tagged or an artifact), 7.21 (fonts) and 7.3 (pictures). */
async function pageFaults(page: Page, headings: number[]): Promise<string[]> {
  const faults = new Set<string>();
  const marked = markedContent(await page.getOperatorList(), faults);
  const tagged = new Set<number>();
  const visit = (node: TreeNode) => {
    if (node.type === 'content') {
      tagged.add(Number(/_mc(\d+)$/.exec(node.id ?? '')?.[1]));
      return;
    }
    const level = /^H(\d)$/.exec(node.role ?? '')?.[1];
    if (level) headings.push(Number(level));
    if (node.role && !standardTypes.has(node.role)) faults.add(`a tag that is not standard: ${node.role}`);
    if (node.role === 'Figure' && !node.alt) faults.add('a picture without an alternative text');
    for (const child of node.children ?? []) visit(child);
  };
  const tree = (await page.getStructTree()) as TreeNode | null;
  if (tree) visit(tree);
  for (const id of marked) if (!tagged.has(id)) faults.add('content that is not in the structure');
  for (const id of tagged) if (!marked.has(id)) faults.add('a part of the structure without content');
  const { items, styles } = await page.getTextContent();
  for (const item of items)
    if ('str' in item && /[\ufffd\ue000-\uf8ff\0]/.test(item.str)) faults.add('text without Unicode');
  for (const id of Object.keys(styles)) {
    const { name, missingFile } = page.commonObjs.get(id) as { name: string; missingFile: boolean };
    if (missingFile) faults.add(`the font ${name} is not embedded`);
  }
  return [...faults];
}

interface TreeNode {
  role?: string;
  alt?: string;
  type?: string;
  id?: string;
  children?: TreeNode[];
}

const standardTypes: ReadonlySet<string> = new Set(
  'Root Document Part Sect Div P H1 H2 H3 H4 H5 H6 Span Figure L LI Lbl LBody Table TR TH TD'.split(' '),
);

/** Return the numbers of marked content that draws, and note drawing outside of it. */
function markedContent(
  { fnArray, argsArray }: { fnArray: number[]; argsArray: unknown[] },
  faults: Set<string>,
): Set<number> {
  const ids = new Set<number>();
  const open: (number | 'artifact' | null)[] = [];
  for (const [index, operator] of fnArray.entries()) {
    const [tag, id] = (argsArray[index] ?? []) as [unknown, unknown];
    if (operator === OPS.beginMarkedContentProps || operator === OPS.beginMarkedContent) {
      const isArtifact = tag === 'Artifact' || (tag as { name?: string })?.name === 'Artifact';
      if (isArtifact && open.some((each) => typeof each === 'number'))
        faults.add('an artifact in tagged content');
      if (typeof id === 'number' && open.includes('artifact')) faults.add('tagged content in an artifact');
      open.push(isArtifact ? 'artifact' : typeof id === 'number' ? id : null);
    } else if (operator === OPS.endMarkedContent) open.pop();
    else if (drawing.has(operator)) {
      const owner = open.findLast((each) => each !== null);
      if (owner === undefined) faults.add('content that is neither tagged nor an artifact');
      else if (typeof owner === 'number') ids.add(owner);
    }
  }
  return ids;
}

const drawing: ReadonlySet<number> = new Set([
  OPS.showText,
  OPS.showSpacedText,
  OPS.constructPath,
  OPS.paintImageXObject,
  OPS.paintFormXObjectBegin,
]);
