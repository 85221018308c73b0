import type { Character } from '#shared/contract/characters.ts';
import { Generate } from '#web/ai/Generate.tsx';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import styles from './AvatarTools.module.css';
import { type CharacterType, kinds } from './kinds.ts';
import { Portrait } from './Portrait.tsx';
import { useAvatar } from './useAvatar.ts';

interface FrameProps {
  name: string;
  url: string | null;
  type: CharacterType;
}

/** Show the current avatar in the form. */
export function AvatarFrame({ name, url, type }: FrameProps) {
  return (
    <div className={styles.frame} data-theme={kinds[type].theme}>
      <Portrait name={name} url={url} />
    </div>
  );
}

interface AvatarToolsProps {
  projectId: number;
  /** The stored character: avatars are generated from saved fields (decision OQ-97). */
  character: Character;
  isChanged: boolean;
  offer: PricedAction;
  onRetry: () => void;
}

export function AvatarTools({ projectId, character, isChanged, offer, onRetry }: AvatarToolsProps) {
  const avatar = useAvatar(projectId, character);
  return (
    <div className={styles.tools}>
      <Generate
        label="Generate avatar"
        doing="Drawing the avatar"
        offer={offer}
        isRunning={avatar.isDrawing}
        onGenerate={avatar.draw}
        onCancel={avatar.cancel}
        onRetry={onRetry}
      />
      {isChanged && offer.status === 'open' && (
        <p className={styles.note}>Uses the saved description, not your unsaved changes.</p>
      )}
    </div>
  );
}
