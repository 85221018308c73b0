import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type CommentCreate, commentLimit } from '#shared/contract/comments.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { CommentBox } from './CommentBox.tsx';
import styles from './CommentsPanel.module.css';
import { commentDraftKey } from './drafts.ts';
import type { CommentTarget } from './target.ts';

interface CommentFootProps {
  projectId: number;
  target: CommentTarget | null;
  onClearTarget: () => void;
  onSend: (body: CommentCreate) => Promise<unknown>;
}

/** Start a thread on the target, or on the script as a whole. A new target moves the focus here. */
export function CommentFoot({ projectId, target, onClearTarget, onSend }: CommentFootProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const current = useRef(target);
  useEffect(() => {
    current.current = target;
    if (target) field.current?.focus();
  }, [target]);

  const send = async (content: string) => {
    await onSend({ content, ...(target && placeOf(target)) });
    // Another target may have been chosen.
    if (target && current.current === target) onClearTarget();
  };

  return (
    <div className={styles.foot}>
      <CommentBox
        draftKey={commentDraftKey(projectId, null)}
        label="Add a comment"
        verb="Comment"
        fieldRef={field}
        onSend={send}
      >
        {target && (
          <div className={styles.target}>
            <p className={styles.on}>
              On {target.label}
              {target.selectedText && <q>{target.selectedText}</q>}
            </p>
            <IconButton
              label="Comment on the whole script instead"
              size="small"
              className={styles.clear}
              onClick={() => {
                onClearTarget();
                field.current?.focus();
              }}
            >
              <X size={14} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </CommentBox>
    </div>
  );
}

/** Return the target for the API. A quote longer than the limit is cut between two characters. */
function placeOf({ elementId, selectedText, selectionStart, selectionEnd }: CommentTarget) {
  const scriptElementId = elementId;
  const quote = selectedText?.slice(0, commentLimit).replace(/[\uD800-\uDBFF]$/, '');
  if (!quote?.trim()) return { scriptElementId };
  if (selectionStart === null || selectionEnd === null) return { scriptElementId, selectedText: quote };
  const isCut = quote.length < (selectedText?.length ?? 0);
  return {
    scriptElementId,
    selectedText: quote,
    selectionStart,
    selectionEnd: isCut ? selectionStart + quote.length : selectionEnd,
  };
}
