import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { partOf } from '#web/lib/part.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import type { scriptCommands, Window } from './commands.ts';
import { deskPositionOf } from './desk/position.ts';
import type { ScriptDesk } from './desk/useScriptDesk.ts';
import { figuresByScene, sceneFigures } from './filter/figures.ts';
import { withCharacter } from './filter/filter.ts';
import { PageDialog } from './goto/PageDialog.tsx';
import { KeysDialog } from './keys/KeysDialog.tsx';
import { Palette } from './palette/Palette.tsx';
import type { PaletteView } from './palette/results.ts';
import { PreferencesDialog } from './preferences/PreferencesDialog.tsx';

// Opened now and then: their code comes when they are.
const reports = partOf(() => import('./reports/ReportsDialog.tsx').then((file) => file.ReportsDialog));
const settings = partOf(() =>
  import('./settings/ScriptSettingsDialog.tsx').then((file) => file.ScriptSettingsDialog),
);

interface ScriptWindowsProps {
  script: ScriptDesk;
  commands: ReturnType<typeof scriptCommands>;
  views: readonly PaletteView[];
  open: Window | null;
  onOpen: (window: Window | null) => void;
  onScene: (sceneId: number) => void;
}

/** The dialogs of the script screen; one at a time. */
export function ScriptWindows({ script, commands, views, open, onOpen, onScene }: ScriptWindowsProps) {
  const navigate = useNavigate();
  const close = () => onOpen(null);
  const fail = () => {
    toast(toastTexts.windowNotLoaded);
    close();
  };
  const { project, scenes, sceneNumbers, characters, filter, book, goToPage } = script;
  const count = book.pagination.pages.length;
  const figures = useMemo(() => figuresByScene(book.pagination), [book.pagination]);
  switch (open) {
    case 'palette':
      return (
        <Palette
          commands={commands.filter(({ id }) => id !== 'palette')}
          scenes={scenes}
          sceneNumbers={sceneNumbers}
          characters={characters}
          views={views}
          detailOf={(sceneId) => {
            const found = figures(sceneId);
            return found && sceneFigures(found);
          }}
          onScene={({ id }) => onScene(id)}
          onCharacter={({ id }) => script.setFilter(withCharacter(filter, id))}
          onView={(href) => void navigate({ href })}
          pages={{ count, onPage: goToPage }}
          onClose={close}
        />
      );
    case 'page':
      return (
        <PageDialog
          pages={count}
          page={deskPositionOf(book, script.currentIndex).page}
          onPage={goToPage}
          onClose={close}
        />
      );
    case 'keys':
      return (
        <KeysDialog
          elementKeys={script.preferences.elementKeys}
          onPreferences={() => onOpen('preferences')}
          onClose={close}
        />
      );
    case 'preferences':
      return <PreferencesDialog onClose={close} />;
    case 'reports':
      return (
        <WhenLoaded part={reports} onFailure={fail}>
          {(ReportsDialog) => (
            <ReportsDialog
              pagination={script.book.pagination}
              sceneNumbers={sceneNumbers}
              onGo={(elementId) => script.focus.focus(elementId, 'top')}
              onClose={close}
            />
          )}
        </WhenLoaded>
      );
    case 'settings':
      return (
        <WhenLoaded part={settings} onFailure={fail}>
          {(ScriptSettingsDialog) => (
            <ScriptSettingsDialog project={project} canWrite={script.canWrite} onClose={close} />
          )}
        </WhenLoaded>
      );
    case null:
      return null;
  }
}
