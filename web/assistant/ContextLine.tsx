import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { ContextReach } from '#shared/contract/assistant.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import styles from './ContextLine.module.css';
import { ContextList } from './ContextList.tsx';
import { lineText } from './givenWords.ts';
import { ReachChoice } from './ReachChoice.tsx';
import { SettingsLink } from './SettingsLink.tsx';
import type { Session } from './session.ts';
import type { PreviewState } from './useContextPreview.ts';

interface ContextLineProps {
  project: Project;
  assistant: Session;
  leaveOut: ReadonlySet<string>;
  reach: ContextReach;
  /** Whether the question is about a selection in the script. */
  hasSelection: boolean;
  given: PreviewState;
  /** The provider's model that receives the context; null for the built-in engine. */
  recipient: string | null;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Show which parts of the project the model receives with the next question; opens their list. */
export function ContextLine(props: ContextLineProps) {
  const { project, assistant, leaveOut, reach, hasSelection, given, recipient, isOpen, onOpen } = props;
  const listId = useId();
  const { preview } = given;
  const isBriefEmpty = Object.values(project.brief).every((text) => text.trim() === '');
  return (
    <div className={styles.given}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => onOpen(!isOpen)}
        >
          <ChevronRight className={styles.arrow} size={14} strokeWidth={1.6} aria-hidden="true" />
          <span>{preview ? lineText(preview) : 'Context for the assistant'}</span>
        </button>
        {preview && (
          <ReachChoice
            reaches={preview.reaches}
            chosen={reach}
            hasSelection={hasSelection}
            onChoose={assistant.choose}
          />
        )}
        {may(project.role, 'write') && (
          <p className={styles.brief}>
            <SettingsLink projectId={project.id} part="brief">
              Project brief
            </SettingsLink>
            {isBriefEmpty && ' is empty. Its text is sent with every question.'}
          </p>
        )}
      </div>
      {isOpen && <ContextList id={listId} {...{ given, leaveOut, assistant, recipient }} />}
    </div>
  );
}
