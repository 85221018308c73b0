import { ScanText } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import {
  defaultTemplates,
  type TemplateKind,
  templateLimit,
  templateVariables,
  unknownVariables,
} from '#shared/promptTemplates.ts';
import type { AiState } from '#web/ai/price.ts';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { TextArea } from '#web/ui/TextField.tsx';
import { PriceNote } from './PriceNote.tsx';
import styles from './TemplateEditor.module.css';
import { TemplatePreview } from './TemplatePreview.tsx';
import { templateWords } from './templates.ts';
import { useGeneration } from './useGeneration.ts';
import { VariableList } from './VariableList.tsx';

interface TemplateEditorProps {
  kind: TemplateKind;
  projectId: number;
  text: string;
  ai: AiState | null | undefined;
  canWrite: boolean;
  onWrite: (text: string) => void;
}

/**
 * Show a template with its variables, the button that generates one from the script, and a preview.
 */
export function TemplateEditor({ kind, projectId, text, ai, canWrite, onWrite }: TemplateEditorProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { title, label } = templateWords[kind];
  const standard = defaultTemplates[kind];
  const { put, undo } = useReplacing(field, text, onWrite);
  const generation = useGeneration(kind, projectId, put);

  const unknown = unknownVariables(text, kind);
  const excess = text.length - templateLimit;
  return (
    <section className={styles.editor} aria-labelledby={`${id}-title`}>
      <header className={styles.head}>
        <h3 className={styles.title} id={`${id}-title`}>
          {title}
        </h3>
        {canWrite && (
          <>
            <GenerateButton ai={ai} isRunning={generation.isRunning} onGenerate={generation.start} />
            {undo && (
              <Button size="small" onClick={undo}>
                Undo
              </Button>
            )}
            <Button size="small" disabled={text === standard} onClick={() => put(standard)}>
              Reset
            </Button>
          </>
        )}
      </header>
      {generation.isRunning && <Running label={label} onCancel={generation.cancel} />}
      <TextArea
        ref={field}
        label={label}
        rows={5}
        value={text}
        // An empty template uses this default.
        placeholder={standard}
        readOnly={!canWrite}
        spellCheck
        hint={text.trim() === '' ? 'Empty: the default prompt is used.' : undefined}
        error={excess > 0 ? `Too long by ${excess} ${excess === 1 ? 'character' : 'characters'}.` : undefined}
        onChange={({ target }) => onWrite(target.value)}
      />
      <p className={styles.unknown} role="status">
        {unknown.length > 0 && unknownText(unknown)}
      </p>
      <VariableList variables={templateVariables[kind]} field={field} canWrite={canWrite} onWrite={onWrite} />
      <TemplatePreview kind={kind} projectId={projectId} template={text.trim() === '' ? standard : text} />
    </section>
  );
}

/** Replace the text of the field. `undo` is null once the replacement has been edited. */
function useReplacing(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onWrite: (text: string) => void,
) {
  /** The text before the replacement. */
  const [replaced, setReplaced] = useState<{ by: string; text: string } | null>(null);
  const put = (template: string) => {
    // The user can type while a template is generated, so read the replaced text from the field.
    setReplaced({ by: template, text: field.current?.value ?? text });
    onWrite(template);
  };
  const canUndo = replaced !== null && replaced.by === text && replaced.text !== text;
  const undo = () => {
    if (!replaced) return;
    onWrite(replaced.text);
    setReplaced(null);
    field.current?.focus();
  };
  return { put, undo: canUndo ? undo : null };
}

interface GenerateButtonProps {
  ai: TemplateEditorProps['ai'];
  isRunning: boolean;
  onGenerate: () => void;
}

function GenerateButton({ ai, isRunning, onGenerate }: GenerateButtonProps) {
  const id = useId();
  return (
    <>
      <PriceNote id={id} ai={ai} price={ai?.templatePrice} />
      <Button
        size="small"
        icon={<ScanText size={14} strokeWidth={1.6} aria-hidden="true" />}
        aria-describedby={id}
        disabled={!ai || ai.access === 'off' || ai.templatePrice === null || isRunning}
        onClick={onGenerate}
      >
        Generate from script
      </Button>
    </>
  );
}

function Running({ label, onCancel }: { label: string; onCancel: () => void }) {
  return (
    <div className={styles.running} role="status">
      <p>Reading the script...</p>
      <Progress label={`Generating the ${label.toLowerCase()}`} fraction={null} />
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function unknownText(names: readonly string[]): string {
  const written = names.map((name) => `{{${name}}}`).join(', ');
  return names.length === 1
    ? `${written} is not a variable here and is left out of the prompt.`
    : `${written} are not variables here and are left out of the prompt.`;
}
