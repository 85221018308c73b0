import type { Comment } from '#shared/contract/comments.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

interface DeleteQuestionProps {
  comment: Comment;
  replyCount: number;
  /** Called with either answer. */
  onClose: () => void;
  onConfirm: () => void;
}

/** Ask before a comment is deleted, naming its replies (decision OQ-65). */
export function DeleteQuestion({ comment, replyCount, onClose, onConfirm }: DeleteQuestionProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={comment.parentCommentId === null ? 'Delete comment' : 'Delete reply'}
      text={questionFor(comment, replyCount)}
      confirmLabel="Delete"
      isDestructive
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    />
  );
}

const quotedLength = 100; // as the script's delete dialog, docs/spec/comments.md

function questionFor({ content }: Comment, replyCount: number): string {
  const letters = Array.from(content.replace(/\s+/g, ' ').trim());
  const quote = letters.slice(0, quotedLength).join('') + (letters.length > quotedLength ? '…' : '');
  const replies = replyCount === 1 ? ' and its reply' : ` and its ${replyCount} replies`;
  const also = replyCount > 0 ? replies : '';
  return `Are you sure you want to delete "${quote}"${also}? This action cannot be undone.`;
}
