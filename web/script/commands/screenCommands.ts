import { exportFormatNames, exportFormats } from '#screenplay/exportFormats.ts';
import { omittedText } from '#screenplay/production/omittedText.ts';
import { readingHref } from '#shared/readingHref.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { whenScriptIsStored } from '#web/lib/unsentScript.ts';
import {
  largestZoom,
  setZoom,
  smallestZoom,
  toggleTypewriter,
  viewPreferences,
  zoomBy,
} from '#web/scriptEditor/pages/viewPreferences.ts';
import { currentPreferences, setPreferences } from '#web/scriptEditor/preferences.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import { isTitlePageRequested } from '../state/unsentTitlePage.ts';
import { type CommandEntry, hasCurrent, hasRows } from './commandEntry.ts';

const omitting = createLazyModule(() =>
  import('../production/omitting.ts').then((file) => file.omitOrRestoreScene),
);

export const panelCommands: readonly CommandEntry[] = [
  {
    id: 'comments',
    label: 'Comment on this element',
    run: (desk) => desk.panels.comment(),
    for: 'commenters',
    isEnabled: hasCurrent,
  },
  {
    id: 'ask',
    label: 'Ask the assistant about this element',
    run: (desk) => desk.panels.ask(),
    for: 'commenters',
    isEnabled: hasCurrent,
  },
  { id: 'suggestions', label: 'Suggestions', run: (desk) => desk.panels.suggestions(), for: 'commenters' },
  {
    id: 'history',
    label: 'History of this element',
    run: (desk) => desk.panels.history(desk.current.element.get()?.id ?? null),
    isEnabled: hasCurrent,
  },
];

export const scriptCommands: readonly CommandEntry[] = [
  { id: 'toStart', label: 'Go to the start', run: ({ going }) => going.toEdge('start'), isEnabled: hasRows },
  { id: 'toEnd', label: 'Go to the end', run: ({ going }) => going.toEdge('end'), isEnabled: hasRows },
  {
    id: 'nextChange',
    label: 'Next change since your last visit',
    run: ({ changesSinceVisit }) => changesSinceVisit.get()?.goToNext(),
    isEnabled: ({ changesSinceVisit }) => changesSinceVisit.get() !== null,
  },
  { id: 'goToPage', label: 'Go to page…', run: ({ open }) => open.set('page'), isEnabled: hasRows },
  {
    id: 'readingView',
    label: 'Reading view',
    run: ({ given }) => {
      const { id } = given.get().project;
      whenScriptIsStored(id, 'Open without them', () => pageNavigation.leaveTo(hrefOf(readingHref(id))));
    },
    needsConnection: true,
  },
  {
    id: 'playScript',
    label: ({ audio }) => (audio.isScriptPlaying.get() ? 'Stop Script' : 'Play Script from here'),
    run: ({ audio, current }) => audio.toggleScript(Math.max(0, current.index.get())),
    isEnabled: hasRows,
  },
  {
    id: 'tableRead',
    label: 'Table read',
    run: ({ audio }) => audio.isTableReadOpen.set(true),
    isEnabled: hasRows,
  },
  ...exportFormatNames.map(
    (format): CommandEntry => ({
      id: `export.${format}`,
      label: exportFormats[format].label,
      run: ({ calls }) => calls.current?.exportScript(format),
      needsConnection: true,
    }),
  ),
  {
    id: 'print',
    label: 'Sides and copies…',
    run: ({ open }) => open.set('print'),
    needsConnection: true,
    isEnabled: hasRows,
  },
  {
    id: 'compare',
    label: 'Compare drafts…',
    run: ({ open }) => open.set('compare'),
    needsConnection: true,
  },
  {
    id: 'issues',
    label: ({ given }) => (given.get().canWrite ? 'Issue pages…' : 'Issued pages…'),
    run: ({ open }) => open.set('issues'),
    needsConnection: true,
  },
  { id: 'reports', label: 'Reports…', run: ({ open }) => open.set('reports') },
  {
    id: 'settings',
    label: ({ given }) => (given.get().canWrite ? 'Title page and paper…' : 'Title page…'),
    run: ({ open }) => open.set('settings'),
  },
  {
    id: 'omitScene',
    label: (desk) => (isOmitted(desk) ? 'Restore the omitted scene' : 'Omit this scene'),
    run: (desk) => {
      const scene = desk.current.scene.get();
      const heading = scene && desk.sync.elements().find(({ sceneId }) => sceneId === scene.id);
      if (!heading) return;
      const load = omitting.load().then((omitOrRestore) => {
        const id = omitOrRestore(desk, heading.id);
        // The caret was in text that is gone, or should be where the text has returned.
        if (id !== null) desk.going.toElement(id);
      });
      load.catch(() => toast(toastTexts.windowNotLoaded));
    },
    for: 'writers',
    isEnabled: ({ current }) => (current.scene.get()?.heading ?? '') !== '',
  },
  {
    id: 'production',
    label: (desk) => (isLocked(desk) ? 'Production draft (locked)…' : 'Production draft…'),
    run: ({ open }) => open.set('production'),
    needsConnection: true,
    for: 'writers',
  },
  {
    id: 'sceneNumbers',
    label: (desk) => (areNumbersShown(desk) ? 'Hide scene numbers' : 'Show scene numbers'),
    run: (desk) => desk.calls.current?.showSceneNumbers(!areNumbersShown(desk)),
    for: 'writers',
  },
  {
    id: 'images',
    label: ({ pages }) => (pages.areImagesShown.get() ? 'Hide Images' : 'View Images'),
    run: ({ pages }) => pages.areImagesShown.set(!pages.areImagesShown.get()),
    isOffered: ({ given }) => given.get().scenes.some(({ imageUrl }) => imageUrl !== null),
  },
  {
    id: 'titlePage',
    label: 'Edit title page',
    run: ({ nodes }) => {
      if (nodes.desk.current) nodes.desk.current.scrollTop = 0;
      isTitlePageRequested.set(true);
    },
    for: 'writers',
  },
  {
    id: 'preferences',
    label: 'Writing preferences…',
    run: ({ open }) => open.set('preferences'),
    for: 'writers',
  },
  {
    id: 'elementKeys',
    label: () => `Element keys: ${hasCycleKeys() ? 'Final Draft' : 'Cycle'}`,
    run: () => setPreferences({ elementKeys: hasCycleKeys() ? 'finalDraft' : 'cycle' }),
    for: 'writers',
  },
];

const isOmitted = ({ current }: ScriptScreenState) => current.scene.get()?.heading === omittedText;
const isLocked = ({ given }: ScriptScreenState) => {
  const { pageLock, sceneLock } = given.get().project.format;
  return pageLock !== undefined || sceneLock !== undefined;
};
const areNumbersShown = ({ given }: ScriptScreenState) => given.get().project.format.sceneNumbersShown;
const hasCycleKeys = () => currentPreferences().elementKeys === 'cycle';

export const viewCommands: readonly CommandEntry[] = [
  {
    id: 'focusMode',
    label: ({ focusMode }) => (focusMode.get() ? 'Leave focus mode' : 'Focus mode'),
    run: ({ focusMode }) => focusMode.set(!focusMode.get()),
  },
  {
    id: 'typewriter',
    label: () => `Typewriter scrolling: ${viewPreferences.get().isTypewriter ? 'off' : 'on'}`,
    run: toggleTypewriter,
  },
  {
    id: 'zoomIn',
    label: 'Larger page',
    run: () => zoomBy(1),
    isEnabled: () => viewPreferences.get().zoomPercent < largestZoom,
  },
  {
    id: 'zoomOut',
    label: 'Smaller page',
    run: () => zoomBy(-1),
    isEnabled: () => viewPreferences.get().zoomPercent > smallestZoom,
  },
  {
    id: 'zoomFull',
    label: 'Page at 100 %',
    run: () => setZoom(100),
    isEnabled: () => viewPreferences.get().zoomPercent !== 100,
  },
];

export const helpCommands: readonly CommandEntry[] = [
  { id: 'keys', label: 'Keyboard shortcuts', run: ({ open }) => open.set('keys') },
  { id: 'palette', label: 'Go to anything…', run: ({ open }) => open.set('palette') },
];
