import { Bold, Copy, Italic, MessageSquare, Scissors, Trash2, Underline } from 'lucide-react';
import { unstyled } from '#screenplay/styled.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { ScriptDesk } from '../desk/useScriptDesk.ts';
import styles from '../margin/MarginTools.module.css';

interface TouchToolsProps {
  script: ScriptDesk;
  onComment: () => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;
// Pressing a button leaves what is selected as it is.
const keep = { onMouseDown: (event: React.MouseEvent) => event.preventDefault() };

/** What can be done with what a finger has selected, at the foot of the screen. */
export function TouchTools({ script, onComment }: TouchToolsProps) {
  const { selecting, canWrite, canComment, toggleStyle } = script;
  const remove = (label: string) => selecting.typeOver(unstyled(''), label);
  return (
    <div className={styles.foot} role="toolbar" aria-label="Selection">
      <b className={styles.footType}>{selecting.count === 1 ? 'Selected' : `${selecting.count} elements`}</b>
      <span className={styles.footButtons}>
        <IconButton label="Copy" onClick={() => document.execCommand('copy')} {...keep}>
          <Copy {...icon} />
        </IconButton>
        {canWrite && (
          <>
            <IconButton
              label="Cut"
              onClick={() => {
                if (document.execCommand('copy')) remove('Cut');
              }}
              {...keep}
            >
              <Scissors {...icon} />
            </IconButton>
            <IconButton label="Bold" onClick={() => toggleStyle('isBold')} {...keep}>
              <Bold {...icon} />
            </IconButton>
            <IconButton label="Italic" onClick={() => toggleStyle('isItalic')} {...keep}>
              <Italic {...icon} />
            </IconButton>
            <IconButton label="Underline" onClick={() => toggleStyle('isUnderlined')} {...keep}>
              <Underline {...icon} />
            </IconButton>
          </>
        )}
        {canComment && (
          <IconButton label="Add comment" onClick={onComment} {...keep}>
            <MessageSquare {...icon} />
          </IconButton>
        )}
        {canWrite && (
          <IconButton label="Delete" onClick={() => remove('Delete')} {...keep}>
            <Trash2 {...icon} />
          </IconButton>
        )}
      </span>
    </div>
  );
}
