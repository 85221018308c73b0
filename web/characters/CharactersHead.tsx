import { ArrowDownWideNarrow, AudioLines, Grid3x3, Library, Plus } from 'lucide-react';
import type { Character } from '#shared/contract/characters.ts';
import type { BoardUndo } from '#web/boards/boardUndo.ts';
import { UndoButtons } from '#web/boards/UndoButtons.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import styles from './CharactersScreen.module.css';
import type { FiguresOf } from './figures.ts';

interface CharactersHeadProps {
  /** Undefined while loading. */
  characters: readonly Character[] | undefined;
  /** Null until the script is loaded. */
  figuresOf: FiguresOf | null;
  undo: BoardUndo;
  canWrite: boolean;
  /** Null while the roles' sizes are unknown. */
  onOrder: (() => void) | null;
  onMeetings: () => void;
  onLibrary: () => void;
  onSuggest: () => void;
  onNew: () => void;
}

/** Show the number of characters, and the actions on the whole cast. */
export function CharactersHead({ characters, figuresOf, undo, canWrite, ...calls }: CharactersHeadProps) {
  return (
    <PageHead title="Characters" facts={characters ? countText(characters, figuresOf) : ''}>
      <div className={styles.tools}>
        {canWrite && <UndoButtons undo={undo} />}
        {figuresOf && characters && characters.length > 1 && (
          <>
            <Button icon={<Grid3x3 {...icon} />} onClick={calls.onMeetings}>
              Who Meets Whom
            </Button>
            {canWrite && (
              <Button
                icon={<ArrowDownWideNarrow {...icon} />}
                disabled={!calls.onOrder}
                onClick={() => calls.onOrder?.()}
              >
                Order by Part
              </Button>
            )}
          </>
        )}
        {canWrite && (
          <>
            <Button icon={<Library {...icon} />} disabled={!characters} onClick={calls.onLibrary}>
              Voice Library
            </Button>
            <Button icon={<AudioLines {...icon} />} disabled={!characters?.length} onClick={calls.onSuggest}>
              Suggest Voices
            </Button>
            <Button kind="primary" icon={<Plus {...icon} />} disabled={!characters} onClick={calls.onNew}>
              New Character
            </Button>
          </>
        )}
      </div>
    </PageHead>
  );
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function countText(characters: readonly Character[], figuresOf: FiguresOf | null): string {
  const cast = `${characters.length.toLocaleString('en-US')} in the cast`;
  if (!figuresOf || characters.length === 0) return cast;
  const speaking = characters.filter(({ name }) => figuresOf(name).speeches > 0).length;
  return `${cast}, ${speaking.toLocaleString('en-US')} with lines in the script`;
}
