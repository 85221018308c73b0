import { emptyTitlePage } from '../element.ts';
import { defaultFormat, defaultNumberPlaces, defaultSceneContinueds, type ScriptFormat } from '../format.ts';
import { joinParagraphs } from '../longParagraphs.ts';
import type { Screenplay, ScriptNote } from '../screenplay.ts';
import { writtenDeletedText } from './deletedText.ts';
import { plannedContent, plannedTypes } from './fromFountain.ts';
import { writtenLockedPages } from './lockedPages.ts';
import { MovedPositions } from './movedPositions.ts';
import type { PreservedFile } from './preserved.ts';
import { writtenRevisions } from './revisions.ts';
import { isDeepEqual } from './same.ts';
import { lockedSceneProperties } from './sceneProperties.ts';
import { runningTextsOf, templateRunning, writeRunningTexts } from './setText.ts';
import {
  bareStyles,
  breakSettingsOf,
  hidesNumbers,
  numberPlacesOf,
  numberSchemeOf,
  pageSettingsOf,
  paragraphStyle,
  sceneContinuedsOf,
  writeBreakSettings,
  writeNumberPlaces,
  writePageSettings,
  writeSceneContinueds,
  writeStyle,
} from './settings.ts';
import {
  elementSetting,
  elementSettings,
  headerAndFooter,
  moresAndContinueds,
  outlineSetting,
  pageLayout,
  sceneNumberOptions,
  smartType,
  templateElement,
  titlePagePart,
} from './template.ts';
import { updateTitlePage } from './titlePage.ts';
import { type WrittenContent, writeContent } from './writeContent.ts';
import { anchoredNotes, inlineNotes, newNotes } from './writeNotes.ts';
import { attributesXml, nodeXml, parseNode, type XmlNode } from './xml.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n';
/** Version of Final Draft 12. */
const ownVersion = 5;

/**
 * Write a Final Draft file (.fdx, UTF-8).
 *
 * A script from such a file keeps everything that the file had. A part is written verbatim unless
 * its content in our model has changed; then only that is changed in it. Other scripts get the
 * parts of Final Draft's default template. `notes` are the current notes; notes that the file still
 * contains are not written twice. An automatic (CONT'D) is never stored. Positions in characters
 * (notes, locked pages, deleted text) follow their words. Source: docs/format.md, "Export".
 */
export function writeFdx(input: Screenplay, inputNotes: readonly ScriptNote[] = []): string {
  const { elements, notes } = joinParagraphs({ elements: input.elements, notes: inputNotes });
  const screenplay = { ...input, elements };
  const file = (screenplay.source?.fdx as PreservedFile | undefined) ?? null;
  const addedNotes = newNotes(screenplay, file, notes);
  const attributes = file?.attributes ?? [
    ['DocumentType', 'Script'],
    ['Template', 'No'],
    ['Version', `${ownVersion}`],
  ];
  const version = Number(attributes.find(([name]) => name === 'Version')?.[1]);
  const isAnchored = !(version < ownVersion);
  const inline = inlineNotes(isAnchored ? [] : addedNotes);
  const planned = file ? undefined : plannedContent(screenplay.elements, screenplay.source);
  const properties = lockedSceneProperties(screenplay.elements, screenplay.format);
  const runAttributes = file?.runAttributes ?? [];
  const content = writeContent(screenplay.elements, runAttributes, inline, planned, {
    properties,
    revisions: screenplay.format.revisions,
  });
  const rest = file?.rest ? `    ${file.rest}\n` : '';
  const contentXml = `  <Content${attributesXml(file?.contentAttributes ?? [])}>\n${content.xml}${rest}  </Content>\n`;
  const parts = file
    ? updatedFileParts(screenplay, file, isAnchored ? addedNotes : [], content)
    : ownParts(screenplay, addedNotes, content, planned ? plannedTypes(planned) : []);
  return [
    declaration,
    `<FinalDraft${attributesXml(attributes)}>\n`,
    ...parts.before.map((xml) => `  ${xml}\n`),
    contentXml,
    ...parts.after.map((xml) => `  ${xml}\n`),
    '</FinalDraft>\n',
  ].join('');
}

interface Parts {
  before: string[];
  after: string[];
}

function ownParts(
  screenplay: Screenplay,
  notes: ScriptNote[],
  content: WrittenContent,
  outlineTypes: readonly string[],
): Parts {
  const { format, titlePage } = screenplay;
  const after = [headerAndFooter(format), pageLayout(format)];
  if (!isDeepEqual(titlePage, emptyTitlePage)) after.push(titlePagePart(titlePage));
  after.push(smartType(screenplay), moresAndContinueds(format));
  if (format.sceneNumberPlaces || format.sceneLock) after.push(sceneNumberOptions(format));
  if (notes.length > 0) after.push(anchoredNotes(null, notes, content));
  const lockedPages = writtenLockedPages(null, format.pageLock, screenplay.elements, content);
  if (lockedPages) after.push(lockedPages);
  after.push(...ownRevisions(screenplay, content, new Set()));
  // Outline paragraphs are not printed, neither in Final Draft nor here.
  if (outlineTypes.length > 0)
    after.push(templateElement('Outlines', { Paragraphs: 'Hide', StructureLines: 'Hide' }));
  const settings = [...elementSettings(screenplay), ...outlineTypes.map(outlineSetting)];
  return { before: settings.map(nodeXml), after: after.map(nodeXml) };
}

/** Return the parts of the source file, updated to the current script. */
function updatedFileParts(
  screenplay: Screenplay,
  file: PreservedFile,
  notes: ScriptNote[],
  content: WrittenContent,
): Parts {
  const { format, titlePage } = screenplay;
  const seen = new Set<string>();
  const moved = new MovedPositions(screenplay.elements, content, file.isAnchored === true);
  const all = file.parts.map((xml) => {
    const name = /^<([^\s/>]+)/.exec(xml)?.[1] ?? '';
    if (!isUpdated(name)) return xml;
    const node = parseNode(xml);
    const type = node.attributes.Type ?? '';
    const first = !seen.has(name);
    seen.add(name).add(`${name} ${type}`);
    if (name === 'TitlePage') return first && updateTitlePage(node, titlePage) ? nodeXml(node) : xml;
    if (name === 'ScriptNotes') return first ? nodeXml(anchoredNotes(node, notes, content, moved)) : xml;
    if (name === 'DeletedText') {
      const movedHere = file.isAnchored ? moved : null;
      return nodeXml(writtenDeletedText(node, movedHere, format.revisions, screenplay.elements, content));
    }
    if (name === 'Revisions')
      return format.revisions ? nodeXml(writtenRevisions(node, format.revisions)) : xml;
    if (name === 'LockedPages') {
      const lockedPages = writtenLockedPages(node, format.pageLock, screenplay.elements, content);
      return first && lockedPages ? nodeXml(lockedPages) : xml;
    }
    return updatedSettings(node, xml, format);
  });
  const added: XmlNode[] = [];
  if (!seen.has('TitlePage') && !isDeepEqual(titlePage, emptyTitlePage)) added.push(titlePagePart(titlePage));
  if (!seen.has('HeaderAndFooter') && format.running) added.push(headerAndFooter(format));
  if (!seen.has('Outlines') && format.outlineHidden)
    added.push(templateElement('Outlines', { Paragraphs: 'Hide', StructureLines: 'Hide' }));
  if (!seen.has('PageLayout') && !isDeepEqual(page(format), page(defaultFormat)))
    added.push(pageLayout(format));
  const hasBreaks = !isDeepEqual(breaks(format), breaks(defaultFormat)) || format.sceneContinueds;
  if (!seen.has('MoresAndContinueds') && hasBreaks) {
    added.push(moresAndContinueds(format));
  }
  if (!seen.has('ScriptNotes') && notes.length > 0) added.push(anchoredNotes(null, notes, content));
  const lockedPages = seen.has('LockedPages')
    ? null
    : writtenLockedPages(null, format.pageLock, screenplay.elements, content);
  if (lockedPages) added.push(lockedPages);
  added.push(...ownRevisions(screenplay, content, seen));
  if (!seen.has('SceneNumberOptions') && (format.sceneNumberPlaces || format.sceneLock?.scheme === 'prefix'))
    added.push(sceneNumberOptions(format));
  for (const [name, style] of Object.entries(format.styles)) {
    const usual = Object.hasOwn(bareStyles, name)
      ? bareStyles[name]
      : paragraphStyle(templateElement('ElementSettings', { Type: name }));
    if (!seen.has(`ElementSettings ${name}`) && !isDeepEqual(style, usual) && !hasOtherCase(seen, name)) {
      added.push(elementSetting(name, format));
    }
  }
  return {
    before: all.slice(0, file.contentAt),
    after: [...all.slice(file.contentAt), ...added.map(nodeXml)],
  };
}

/** Return the parts with the revisions that the file does not have yet. */
function ownRevisions(
  { format: { revisions }, elements }: Screenplay,
  content: WrittenContent,
  seen: ReadonlySet<string>,
): XmlNode[] {
  if (!revisions) return [];
  const parts = seen.has('Revisions') ? [] : [writtenRevisions(null, revisions)];
  if (seen.has('DeletedText')) return parts;
  const none = templateElement('DeletedText', {});
  const deletedText = writtenDeletedText(none, null, revisions, elements, content);
  return deletedText.children.length > 0 ? [...parts, deletedText] : parts;
}

const updated = new Set([
  'TitlePage',
  'ScriptNotes',
  'PageLayout',
  'MoresAndContinueds',
  'SceneNumberOptions',
  'ElementSettings',
  'HeaderAndFooter',
  'Outlines',
  'DeletedText',
  'LockedPages',
  'Revisions',
]);

function isUpdated(name: string): boolean {
  return updated.has(name);
}

/**
 * Return whether a part has this name in another case: the settings of "End of Act" also apply to
 * "End Of Act".
 */
function hasOtherCase(seen: ReadonlySet<string>, name: string): boolean {
  const key = `elementsettings ${name.trim().toLowerCase()}`;
  return [...seen].some((part) => part.toLowerCase() === key);
}

function updatedSettings(node: XmlNode, xml: string, format: ScriptFormat): string {
  if (node.name === 'PageLayout') {
    if (isDeepEqual(pageSettingsOf(node), page(format))) return xml;
    writePageSettings(node, format);
  } else if (node.name === 'Outlines') {
    const isHidden = node.attributes.Paragraphs === 'Hide';
    if (isHidden === (format.outlineHidden ?? false)) return xml;
    node.attributes.Paragraphs = format.outlineHidden ? 'Hide' : 'Show';
  } else if (node.name === 'HeaderAndFooter') {
    const running = format.running ?? templateRunning;
    if (isDeepEqual(runningTextsOf(node), running)) return xml;
    writeRunningTexts(node, running);
  } else if (node.name === 'SceneNumberOptions') {
    const places = format.sceneNumberPlaces ?? defaultNumberPlaces;
    const isVisible = !format.sceneNumbersShown || !hidesNumbers(node);
    const scheme = numberSchemeOf(format) ?? node.attributes.NumberScheme;
    const isSameScheme = scheme === node.attributes.NumberScheme;
    if (isSameScheme && isVisible && isDeepEqual(numberPlacesOf(node), places)) return xml;
    if (scheme !== undefined) node.attributes.NumberScheme = scheme;
    writeNumberPlaces(node, places);
  } else if (node.name === 'MoresAndContinueds') {
    const continueds = format.sceneContinueds ?? defaultSceneContinueds;
    const areSame = isDeepEqual(sceneContinuedsOf(node), continueds);
    if (areSame && isDeepEqual(breakSettingsOf(node), breaks(format))) return xml;
    writeBreakSettings(node, format);
    if (!areSame) writeSceneContinueds(node, continueds);
  } else {
    const type = node.attributes.Type ?? '';
    const style = Object.hasOwn(format.styles, type) ? format.styles[type] : undefined;
    if (!style || isDeepEqual(paragraphStyle(node), style)) return xml;
    writeStyle(node, style);
  }
  return nodeXml(node);
}

function page({ paper, topMarginPoints, bottomMarginPoints, headerMarginPoints }: ScriptFormat) {
  return { paper, topMarginPoints, bottomMarginPoints, headerMarginPoints };
}

function breaks({ moreText, continuedText, continuesAutomatically }: ScriptFormat) {
  return { moreText, continuedText, continuesAutomatically };
}
