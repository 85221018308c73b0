import { xmlAttribute, xmlText } from '../fdx/xml.ts';
import { type SceneMarkup, sceneId, scenesMarkup, scriptCss, titlePageMarkup } from './writeHtml.ts';
import { type ContainerPart, printedContent, type WrittenScript } from './writtenScript.ts';

/** Number of scenes in a file of the book. Readers load one file at a time. */
const scenesPerFile = 20;

/**
 * Write a screenplay as the parts of an EPUB 3 book: a title page, and the scenes with a table of
 * contents.
 */
export function writeEpub(script: WrittenScript): ContainerPart[] {
  const { language, title } = script;
  const content = printedContent(script);
  const scenes = scenesMarkup(content, script.format);
  const page = (name: string, body: string) => ({
    name: `OEBPS/${name}`,
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${xmlAttribute(language)}" xml:lang="${xmlAttribute(language)}"><head><meta charset="utf-8"/><title>${xmlText(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head><body>${body}</body></html>\n`,
  });
  const files: ContainerPart[] = [];
  const titlePage = titlePageMarkup(script) || `<h1>${xmlText(title)}</h1>`;
  files.push(page('title.xhtml', titlePage));
  for (let at = 0; at < scenes.length; at += scenesPerFile) {
    const part = scenes.slice(at, at + scenesPerFile).map(({ markup }) => markup);
    files.push(page(fileOfScene(at), part.join('\n')));
  }
  const names = files.map(({ name }) => name.replace('OEBPS/', ''));
  return [
    { name: 'mimetype', text: 'application/epub+zip', isStored: true },
    { name: 'META-INF/container.xml', text: container },
    { name: 'OEBPS/package.opf', text: packageXml(script, names) },
    page('nav.xhtml', contents(title, scenes)),
    { name: 'OEBPS/style.css', text: scriptCss },
    ...files,
  ];
}

function fileOfScene(index: number): string {
  return `script-${Math.floor(index / scenesPerFile) + 1}.xhtml`;
}

function contents(title: string, scenes: readonly SceneMarkup[]): string {
  let sceneCount = 0;
  const items = scenes.map(({ heading }, index) => {
    if (heading !== null) sceneCount++;
    // A link without text is not allowed.
    const text = heading === null ? 'Opening' : heading.replaceAll('\n', ' ').trim() || `Scene ${sceneCount}`;
    return `<li><a href="${fileOfScene(index)}#${sceneId(index)}">${xmlText(text)}</a></li>`;
  });
  const list = [`<li><a href="title.xhtml">${xmlText(title)}</a></li>`, ...items];
  return `<nav epub:type="toc" role="doc-toc"><h1>Scenes</h1><ol>${list.join('')}</ol></nav>`;
}

const container =
  '<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n';

function packageXml(script: WrittenScript, names: readonly string[]): string {
  const { title, language, titlePage, modifiedAt } = script;
  const author = titlePage.author.replaceAll('\n', ' ');
  const items = names.map(
    (name, index) => `<item id="p${index}" href="${name}" media-type="application/xhtml+xml"/>`,
  );
  const order = names.map((_, index) => `<itemref idref="p${index}"/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${xmlAttribute(language)}">`,
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:identifier id="id">urn:uuid:${identifierOf(script)}</dc:identifier>`,
    `<dc:title>${xmlText(title.trim() || 'Untitled')}</dc:title>`,
    `<dc:language>${xmlText(language)}</dc:language>`,
    ...(author ? [`<dc:creator>${xmlText(author)}</dc:creator>`] : []),
    `<meta property="dcterms:modified">${modifiedAt.toISOString().slice(0, 19)}Z</meta>`,
    '<meta property="schema:accessMode">textual</meta>',
    '<meta property="schema:accessModeSufficient">textual</meta>',
    '<meta property="schema:accessibilityFeature">tableOfContents</meta>',
    '<meta property="schema:accessibilityFeature">structuralNavigation</meta>',
    '<meta property="schema:accessibilityFeature">readingOrder</meta>',
    '<meta property="schema:accessibilityHazard">none</meta>',
    '</metadata>',
    '<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="style.css" media-type="text/css"/>',
    ...items,
    '</manifest>',
    `<spine>${order.join('')}</spine>`,
    '</package>',
    '',
  ].join('\n');
}

/** Return an identifier that depends on the content, in the form of a UUID. */
function identifierOf({ title, elements }: WrittenScript): string {
  const hashes = [1, 2, 3, 4].map((seed) => {
    let hash = 2_166_136_261 ^ seed;
    const add = (text: string) => {
      for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
    };
    add(title);
    for (const { content } of elements) add(content);
    return (hash >>> 0).toString(16).padStart(8, '0');
  });
  const hex = hashes.join('');
  // Version 8: an identifier by rules of its program (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
