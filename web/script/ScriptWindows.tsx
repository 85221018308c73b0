import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { isOutline } from '#screenplay/hidden.ts';
import { lockedLabelsOf, pageLabelOf, pageOfLabel } from '#screenplay/layout/pageNumbers.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { useStore } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { deskPositionOf } from '#web/scriptEditor/pages/position.ts';
import { currentPreferences } from '#web/scriptEditor/preferences.ts';
import { withCharacter } from '#web/scriptEditor/rows/filter.ts';
import { findBar } from './FindOnDesk.tsx';
import { figuresByScene, sceneFigures } from './filter/figures.ts';
import type { PaletteView } from './palette/results.ts';
import { comparing } from './panel/comparing.ts';
import { deletingDialog, pasteNotice } from './problems/lazyProblems.ts';
import { useScriptScreen } from './scriptScreen.ts';

// Dialogs that are opened rarely load their code then.
const keys = createLazyModule(() => import('./keys/KeysDialog.tsx').then((file) => file.KeysDialog));
const preferences = createLazyModule(() => import('./preferences/preferences.ts'));
const pageDialog = createLazyModule(() => import('./goto/PageDialog.tsx').then((file) => file.PageDialog));
const palette = createLazyModule(() => import('./palette/Palette.tsx').then((file) => file.Palette));
const reports = createLazyModule(() =>
  import('./reports/ReportsDialog.tsx').then((file) => file.ReportsDialog),
);
const production = createLazyModule(() =>
  import('./production/ProductionDialog.tsx').then((file) => file.ProductionDialog),
);
const printing = createLazyModule(() =>
  import('./printing/PrintScriptDialog.tsx').then((file) => file.PrintScriptDialog),
);
const issuing = createLazyModule(() =>
  import('./issuing/IssuesDialog.tsx').then((file) => file.IssuesDialog),
);
const studio = createLazyModule(() => import('./studio/StudioWindow.tsx').then((file) => file.StudioWindow));
const settings = createLazyModule(() =>
  import('./settings/ScriptSettingsDialog.tsx').then((file) => file.ScriptSettingsDialog),
);

/**
 * Load palette, find bar and page dialog with the first key or click, so that text typed after
 * Ctrl+K, Ctrl+F or Ctrl+G goes to them. Load the other dialogs that work offline, too.
 */
function useDialogsSoon(): void {
  useEffect(() => {
    const load = () => {
      if (!navigator.onLine) return;
      for (const part of [palette, findBar, pageDialog, deletingDialog, pasteNotice])
        part.load().catch(() => undefined);
    };
    window.addEventListener('keydown', load, { once: true, capture: true });
    window.addEventListener('pointerdown', load, { once: true, capture: true });
    return () => {
      window.removeEventListener('keydown', load, { capture: true });
      window.removeEventListener('pointerdown', load, { capture: true });
    };
  }, []);
}

/** Dialogs of the script screen, one at a time. */
export function ScriptWindows({ views }: { views: readonly PaletteView[] }) {
  useDialogsSoon();
  const desk = useScriptScreen();
  const open = useStore(desk.open);
  const studioId = useStore(desk.studioId);
  const close = () => desk.open.set(null);
  const fail = () => {
    toast(toastTexts.windowNotLoaded);
    close();
  };
  if (studioId !== null) return <Studio elementId={studioId} onClose={() => desk.studioId.set(null)} />;
  switch (open) {
    case 'palette':
      return <PaletteOnDesk views={views} onFailure={fail} onClose={close} />;
    case 'page':
      return <PageOnDesk onFailure={fail} onClose={close} />;
    case 'keys':
      return (
        <WhenLoaded key="keys" part={keys} onFailure={fail}>
          {(KeysDialog) => (
            <KeysDialog
              elementKeys={currentPreferences().elementKeys}
              onPreferences={() => desk.open.set('preferences')}
              onClose={close}
            />
          )}
        </WhenLoaded>
      );
    case 'preferences':
      return (
        <WhenLoaded key="preferences" part={preferences} onFailure={fail}>
          {({ PreferencesDialog, DictionarySection }) => (
            <PreferencesDialog onClose={close}>
              <DictionarySection {...desk.given.get()} />
            </PreferencesDialog>
          )}
        </WhenLoaded>
      );
    case 'production':
      return <ProductionOnDesk onFailure={fail} onClose={close} />;
    case 'print':
      return <PrintOnDesk onFailure={fail} onClose={close} />;
    case 'compare':
      return <CompareOnDesk onFailure={fail} onClose={close} />;
    case 'issues':
      return <IssuesOnDesk onFailure={fail} onClose={close} />;
    case 'reports':
      return <ReportsOnDesk onFailure={fail} onClose={close} />;
    case 'settings':
      return <SettingsOnDesk onFailure={fail} onClose={close} />;
    case null:
      return null;
  }
}

interface WindowProps {
  onClose: () => void;
}

function Studio({ elementId, onClose }: WindowProps & { elementId: number }) {
  const fail = () => {
    toast(toastTexts.windowNotLoaded);
    onClose();
  };
  return (
    <WhenLoaded key="studio" part={studio} onFailure={fail}>
      {(StudioOnDesk) => <StudioOnDesk elementId={elementId} onClose={onClose} />}
    </WhenLoaded>
  );
}

interface LoadedWindowProps extends WindowProps {
  onFailure: () => void;
}

function ProductionOnDesk({ onFailure, onClose }: LoadedWindowProps) {
  const desk = useScriptScreen();
  const { project, scenes, sceneNumbers, canWrite } = useStore(desk.given);
  const { pagination } = useStore(desk.pages.book);
  return (
    <WhenLoaded key="production" part={production} onFailure={onFailure}>
      {(ProductionDialog) => (
        <ProductionDialog
          {...{ project, scenes, sceneNumbers, pagination, canWrite, onClose }}
          onIssue={() => desk.open.set('issues')}
        />
      )}
    </WhenLoaded>
  );
}

function PrintOnDesk({ onFailure, onClose }: LoadedWindowProps) {
  const desk = useScriptScreen();
  const { project, sceneNumbers } = useStore(desk.given);
  const { pagination } = useStore(desk.pages.book);
  return (
    <WhenLoaded key="print" part={printing} onFailure={onFailure}>
      {(PrintScriptDialog) => <PrintScriptDialog {...{ project, pagination, sceneNumbers, onClose }} />}
    </WhenLoaded>
  );
}

function CompareOnDesk({ onFailure, onClose }: LoadedWindowProps) {
  const desk = useScriptScreen();
  const { project, sceneNumbers } = useStore(desk.given);
  const elements = useStore(desk.sync.script);
  return (
    <WhenLoaded key="compare" part={comparing} onFailure={onFailure}>
      {(CompareDialog) => <CompareDialog current={{ project, elements, sceneNumbers }} onClose={onClose} />}
    </WhenLoaded>
  );
}

function IssuesOnDesk({ onFailure, onClose }: LoadedWindowProps) {
  const { project, canWrite } = useStore(useScriptScreen().given);
  return (
    <WhenLoaded key="issues" part={issuing} onFailure={onFailure}>
      {(IssuesDialog) => <IssuesDialog {...{ project, canWrite, onClose }} />}
    </WhenLoaded>
  );
}

function ReportsOnDesk({ onFailure, onClose }: LoadedWindowProps) {
  const desk = useScriptScreen();
  const { project, sceneNumbers } = useStore(desk.given);
  return (
    <WhenLoaded key="reports" part={reports} onFailure={onFailure}>
      {(ReportsDialog) => (
        <ReportsDialog
          pagination={desk.pages.book.get().pagination}
          cueChoices={project.cueChoices}
          sceneNumbers={sceneNumbers}
          onGo={(elementId) => desk.focus.focus(elementId, 'top')}
          onClose={onClose}
        />
      )}
    </WhenLoaded>
  );
}

function SettingsOnDesk({ onFailure, onClose }: LoadedWindowProps) {
  const desk = useScriptScreen();
  const { project, canWrite } = useStore(desk.given);
  return (
    <WhenLoaded key="settings" part={settings} onFailure={onFailure}>
      {(ScriptSettingsDialog) => (
        <ScriptSettingsDialog
          project={project}
          hasOutline={desk.sync.elements().some(isOutline)}
          canWrite={canWrite}
          onClose={onClose}
        />
      )}
    </WhenLoaded>
  );
}

interface PaletteOnDeskProps extends LoadedWindowProps {
  views: readonly PaletteView[];
}

function PaletteOnDesk({ views, onFailure, onClose }: PaletteOnDeskProps) {
  const { commands, filtering, given, going, pages } = useScriptScreen();
  const navigate = useNavigate();
  const { scenes, sceneNumbers, characters } = useStore(given);
  const { pagination } = useStore(pages.book);
  const figures = useMemo(() => figuresByScene(pagination), [pagination]);
  const shown = useStore(commands).filter(({ id }) => id !== 'palette');
  return (
    <WhenLoaded part={palette} onFailure={onFailure}>
      {(Palette) => (
        <Palette
          commands={shown}
          scenes={scenes}
          sceneNumbers={sceneNumbers}
          characters={characters}
          views={views}
          detailOf={(sceneId) => {
            const found = figures(sceneId);
            return found && sceneFigures(found);
          }}
          onScene={({ id }) => going.toScene(id)}
          onCharacter={({ id }) => filtering.choose(withCharacter(filtering.filter.get(), id))}
          onView={(href) => void navigate({ href })}
          pages={{ numberOf: (label) => pageOfLabel(pagination, label) + 1, onPage: going.toPage }}
          onClose={onClose}
        />
      )}
    </WhenLoaded>
  );
}

function PageOnDesk({ onFailure, onClose }: LoadedWindowProps) {
  const { current, going, pages } = useScriptScreen();
  const book = useStore(pages.book);
  const labelOf = (page: number) => pageLabelOf(book.pagination, page);
  return (
    <WhenLoaded key="page" part={pageDialog} onFailure={onFailure}>
      {(PageDialog) => (
        <PageDialog
          labels={[labelOf(0), labelOf(book.pagination.pages.length - 1)]}
          isLocked={lockedLabelsOf(book.pagination) !== null}
          numberOf={(label) => pageOfLabel(book.pagination, label) + 1}
          page={deskPositionOf(book, current.index.get()).page}
          onPage={going.toPage}
          onClose={onClose}
        />
      )}
    </WhenLoaded>
  );
}
