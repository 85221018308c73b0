import { characterNamesOf, parseCue } from '../cue.ts';
import type { ElementType, ScriptElement, TitlePage } from '../element.ts';
import { isCueType, isHeadingType, isTransitionType } from '../elementTypes/predicates.ts';
import { plainText } from '../emphasis.ts';
import { defaultNumberPlaces, defaultStyles, type ScriptFormat } from '../format.ts';
import { parseHeading } from '../heading.ts';
import type { Screenplay } from '../screenplay.ts';
import { writeRunningTexts } from './setText.ts';
import {
  numberSchemeOf,
  writeBreakSettings,
  writeNumberPlaces,
  writePageSettings,
  writeSceneContinueds,
  writeStyle,
} from './settings.ts';
import { titleParagraphs } from './titlePage.ts';
import { typeNameOf } from './typeNames.ts';
import type { XmlNode } from './xml.ts';

/**
 * Create one XML element. The functions below create the parts that Final Draft itself would write,
 * for scripts from other sources.
 */

export function templateElement(
  name: string,
  attributes: Record<string, string>,
  ...children: (XmlNode | string)[]
): XmlNode {
  return { name, attributes, children };
}

const font = {
  AdornmentStyle: '0',
  Background: '#FFFFFFFFFFFF',
  Color: '#000000000000',
  Font: 'Courier Final Draft',
  RevisionID: '0',
  Size: '12',
  Style: '',
};

// The type that Enter creates after each type, and the number of its shortcut. Source: Final
// Draft's default template.
const behaviors: Record<string, [returnKey: string, shortcut: string]> = {
  General: ['General', '0'],
  'Scene Heading': ['Action', '1'],
  Action: ['Action', '2'],
  Character: ['Dialogue', '3'],
  Parenthetical: ['Dialogue', '4'],
  Dialogue: ['Action', '5'],
  Transition: ['Scene Heading', '6'],
  Shot: ['Action', '7'],
  'Cast List': ['Action', '8'],
  'New Act': ['Scene Heading', '9'],
  'End of Act': ['New Act', ''],
};

const sixTypes = [
  'General',
  'Scene Heading',
  'Action',
  'Character',
  'Parenthetical',
  'Dialogue',
  'Transition',
];

/** Return the style sheet: the six standard types and all others in the script. */
export function elementSettings({ elements, format }: Screenplay): XmlNode[] {
  const names = new Set(sixTypes);
  for (const { elementType, originalType } of elements) names.add(typeNameOf(elementType, originalType));
  return [...names].map((name) => elementSetting(name, format));
}

export function elementSetting(name: string, format: ScriptFormat): XmlNode {
  const [returnKey, shortcut] = (Object.hasOwn(behaviors, name) && behaviors[name]) || ['Action', ''];
  const node = templateElement(
    'ElementSettings',
    { Type: name },
    templateElement('FontSpec', { ...font }),
    templateElement('ParagraphSpec', { Leading: 'Regular' }),
    templateElement('Behavior', { PaginateAs: 'Action', ReturnKey: returnKey, Shortcut: shortcut }),
  );
  const style = (Object.hasOwn(format.styles, name) && format.styles[name]) || defaultStyles.Action;
  if (style) writeStyle(node, style);
  return node;
}

/** Return the settings of an outline paragraph, which is hidden text. */
export function outlineSetting(name: string): XmlNode {
  return templateElement(
    'ElementSettings',
    { Type: name },
    templateElement('FontSpec', { ...font, Style: 'Italic+HiddenText' }),
    templateElement('ParagraphSpec', {
      Alignment: 'Left',
      FirstIndent: '0.00',
      Leading: 'Regular',
      LeftIndent: '1.50',
      RightIndent: '7.50',
      SpaceBefore: '12',
      Spacing: '1',
      StartsNewPage: 'No',
    }),
    templateElement('Behavior', {
      PaginateAs: name === 'Outline Body' ? name : 'Outline',
      ReturnKey: 'Action',
      Shortcut: '',
    }),
  );
}

export function pageLayout(format: ScriptFormat): XmlNode {
  const node = templateElement('PageLayout', {
    BackgroundColor: '#FFFFFFFFFFFF',
    BottomMargin: '',
    BreakDialogueAndActionAtSentences: 'Yes',
    DocumentLeading: 'Normal',
    FooterMargin: '36',
    ForegroundColor: '#000000000000',
    HeaderMargin: '',
    InvisiblesColor: '#808080808080',
    TopMargin: '',
    UsesSmartQuotes: 'Yes',
  });
  writePageSettings(node, format);
  return node;
}

export function moresAndContinueds(format: ScriptFormat): XmlNode {
  const breaks = templateElement('DialogueBreaks', { BottomOfPage: 'Yes', TopOfNext: 'Yes' });
  const scenes = templateElement('SceneBreaks', {
    ContinuedNumber: 'No',
    SceneBottom: '(CONTINUED)',
    SceneBottomOfPage: 'No',
    SceneTop: 'CONTINUED:',
    SceneTopOfNext: 'No',
  });
  const node = templateElement(
    'MoresAndContinueds',
    {},
    templateElement('FontSpec', { ...font }),
    breaks,
    scenes,
  );
  writeBreakSettings(node, format);
  if (format.sceneContinueds) writeSceneContinueds(node, format.sceneContinueds);
  return node;
}

/** Return where scene numbers are printed. */
export function sceneNumberOptions(format: ScriptFormat): XmlNode {
  const node = templateElement('SceneNumberOptions', { NumberScheme: numberSchemeOf(format) ?? '1A' });
  writeNumberPlaces(node, format.sceneNumberPlaces ?? defaultNumberPlaces);
  return node;
}

/**
 * Return the script's header and footer. The default is the page number with a period at the top
 * right, from page 2 on.
 */
export function headerAndFooter({ running }: ScriptFormat): XmlNode {
  const spec = {
    Alignment: 'Right',
    FirstIndent: '0.00',
    Leading: 'Regular',
    LeftIndent: '1.25',
    RightIndent: '-1.25',
  };
  const place = { ...spec, SpaceBefore: '0', Spacing: '1', StartsNewPage: 'No' };
  const number = [
    templateElement('DynamicLabel', { ...font, Type: 'Page #' }),
    templateElement('Text', { ...font }, '.'),
  ];
  const node = templateElement(
    'HeaderAndFooter',
    {
      FooterFirstPage: 'Yes',
      FooterVisible: 'No',
      HeaderFirstPage: 'No',
      HeaderVisible: 'Yes',
      StartingPage: '1',
    },
    templateElement('Header', {}, templateElement('Paragraph', place, ...number)),
    templateElement('Footer', {}, templateElement('Paragraph', { ...place })),
  );
  if (running) writeRunningTexts(node, running);
  return node;
}

export function titlePagePart(page: TitlePage): XmlNode {
  return templateElement('TitlePage', {}, templateElement('Content', {}, ...titleParagraphs(page)));
}

/** Return the auto-complete lists, filled from the script. */
export function smartType({ elements }: Screenplay): XmlNode {
  const extensions = new Set(['(V.O.)', '(O.S.)', '(O.C.)', "(CONT'D)", '(SUBTITLE)']);
  const intros = new Set(['INT', 'EXT', 'I/E']);
  const locations = new Set<string>();
  const times = new Set([
    'DAY',
    'NIGHT',
    'MORNING',
    'AFTERNOON',
    'EVENING',
    'LATER',
    'MOMENTS LATER',
    'CONTINUOUS',
  ]);
  const transitions = new Set(['CUT TO:', 'FADE IN:', 'FADE OUT.', 'FADE TO:', 'DISSOLVE TO:', 'BACK TO:']);
  for (const content of contentsOf(elements, isTransitionType)) transitions.add(plainText(content));
  for (const content of contentsOf(elements, isCueType)) {
    for (const extension of parseCue(content).extensions) extensions.add(extension);
  }
  for (const content of contentsOf(elements, isHeadingType)) {
    const { intro, location, timeOfDay } = parseHeading(plainText(content));
    if (intro) intros.add(intro.replace(/\.$/, ''));
    if (location) locations.add(location);
    if (timeOfDay) times.add(timeOfDay);
  }
  const list = (name: string, entry: string, values: Iterable<string>, attributes = {}) =>
    templateElement(name, attributes, ...[...values].map((value) => templateElement(entry, {}, value)));
  return templateElement(
    'SmartType',
    {},
    list('Characters', 'Character', characterNamesOf(elements)),
    list('Extensions', 'Extension', extensions),
    list('SceneIntros', 'SceneIntro', intros, { Separator: '. ' }),
    list('Locations', 'Location', locations),
    list('TimesOfDay', 'TimeOfDay', times, { Separator: ' - ' }),
    list('Transitions', 'Transition', transitions),
  );
}

/** Return the distinct contents of the elements whose type passes the test, in order. */
function contentsOf(
  elements: readonly ScriptElement[],
  isOfType: (type: ElementType) => boolean,
): Set<string> {
  const contents = new Set<string>();
  for (const { elementType, content } of elements) if (isOfType(elementType)) contents.add(content);
  return contents;
}
