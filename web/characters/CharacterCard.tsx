import type { ReactNode } from 'react';
import type { Character } from '#shared/contract/characters.ts';
import { Generate } from '#web/ai/Generate.tsx';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './CharacterCard.module.css';
import { CharacterMenu } from './CharacterMenu.tsx';
import { characterFigures, detailedFigures, type Figures } from './figures.ts';
import { KindMark } from './KindMark.tsx';
import { kinds } from './kinds.ts';
import { Portrait } from './Portrait.tsx';
import { useAvatar } from './useAvatar.ts';

interface CharacterCardProps {
  projectId: number;
  character: Character;
  /** Null until the script is loaded. */
  figures: Figures | null;
  canWrite: boolean;
  /** Price of an avatar. */
  offer: PricedAction;
  voice: ReactNode;
  /** Null for a user who may not move it. */
  handle: ReactNode;
  onOpen: () => void;
  onDelete: () => void;
}

/**
 * Show a card. The name's button covers the whole card; the other controls are layered above it.
 */
export function CharacterCard({ character, figures, handle, onOpen, ...props }: CharacterCardProps) {
  const { name, role, age, description, characterType, avatarUrl } = character;
  const avatar = useAvatar(props.projectId, character);
  return (
    <article className={styles.card} data-theme={kinds[characterType].theme}>
      <div className={styles.picture}>
        <Portrait name={name} url={avatarUrl} />
        <div className={styles.kind}>
          <KindMark type={characterType} />
        </div>
        {avatar.isDrawing && (
          <div className={styles.drawing}>
            <Generate
              label="Generate avatar"
              doing={`Drawing ${name}`}
              offer={props.offer}
              isRunning
              onGenerate={avatar.draw}
              onCancel={avatar.cancel}
            />
          </div>
        )}
      </div>
      <div className={styles.tools}>
        {handle}
        <CharacterMenu {...props} character={character} figures={figures} avatar={avatar} onOpen={onOpen} />
      </div>
      <div className={styles.heading}>
        <h2 className={styles.name} dir="auto">
          <button className={styles.open} type="button" onClick={onOpen} title={name}>
            {name}
          </button>
        </h2>
        {age !== null && (
          <span className={styles.age}>
            <VisuallyHidden>Age </VisuallyHidden>
            {age}
          </span>
        )}
      </div>
      {role && (
        <p className={styles.role} dir="auto">
          {role}
        </p>
      )}
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <div className={styles.figures}>
        <p>{figures && characterFigures(figures)}</p>
        <p>{figures && detailedFigures(figures)}</p>
      </div>
      {props.voice}
    </article>
  );
}
