import { Bold, Copy, Italic, MessageSquare, Scissors, Trash2, Underline } from 'lucide-react';
import { unstyled } from '#screenplay/styled.ts';
import { useStore } from '#web/lib/store.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useScriptScreen } from '../scriptScreen.ts';
import styles from './MarginTools.module.css';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;
// A button must not change the selection.
const keep = { onMouseDown: (event: React.MouseEvent) => event.preventDefault() };

/** Tools for a touch selection, at the foot of the screen. */
export function TouchTools() {
  const { formatting, given, panels, selecting } = useScriptScreen();
  const { canWrite, canComment } = useStore(given);
  const count = useStore(selecting.count);
  const { toggleStyle } = formatting;
  const remove = (label: string) => selecting.typeOver(unstyled(''), label);
  return (
    <div className={styles.foot} role="toolbar" aria-label="Selection">
      <b className={styles.footType}>{count === 1 ? 'Selected' : `${count} elements`}</b>
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
          <IconButton label="Add comment" onClick={() => panels.comment()} {...keep}>
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
