import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { fillTemplate, type TemplateKind } from '#shared/promptTemplates.ts';
import { charactersQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import { sceneElementsQuery } from './settings.data.ts';
import styles from './TemplatePreview.module.css';
import { characterValues, sceneValues } from './templates.ts';

interface TemplatePreviewProps {
  kind: TemplateKind;
  projectId: number;
  template: string;
}

/** Show the prompt for a scene or a character of this project. */
export function TemplatePreview({ kind, ...rest }: TemplatePreviewProps) {
  return kind === 'scene' ? <ScenePreview {...rest} /> : <CharacterPreview {...rest} />;
}

type KindPreviewProps = Omit<TemplatePreviewProps, 'kind'>;

function ScenePreview({ projectId, template }: KindPreviewProps) {
  const { data: scenes, isError } = useQuery(scenesQuery(projectId));
  const [chosenId, setChosenId] = useState<number | null>(null);
  // The opening has no picture.
  const pictured = scenes?.filter(({ heading }) => heading !== '');
  const chosen = pictured?.find(({ id }) => id === chosenId) ?? pictured?.[0];
  const { data: elements } = useQuery({
    ...sceneElementsQuery(projectId, chosen?.id ?? 0),
    enabled: chosen !== undefined,
  });
  return (
    <Preview
      label="Preview with scene"
      options={(pictured ?? []).map(({ id, sceneNumber, displayNumber, heading }) => ({
        id,
        name: `${displayNumber ?? sceneNumber} ${heading}`,
      }))}
      chosenId={chosen?.id}
      onChoose={setChosenId}
      prompt={chosen && fillTemplate(template, sceneValues(chosen, elements ?? []))}
      without={withoutText(
        isError,
        pictured,
        'The scenes',
        'Once the script has a scene, its prompt shows here.',
      )}
    />
  );
}

function CharacterPreview({ projectId, template }: KindPreviewProps) {
  const { data: characters, isError } = useQuery(charactersQuery(projectId));
  const [chosenId, setChosenId] = useState<number | null>(null);
  const chosen = characters?.find(({ id }) => id === chosenId) ?? characters?.[0];
  return (
    <Preview
      label="Preview with character"
      options={characters ?? []}
      chosenId={chosen?.id}
      onChoose={setChosenId}
      prompt={chosen && fillTemplate(template, characterValues(chosen))}
      without={withoutText(
        isError,
        characters,
        'The characters',
        'Once the project has a character, their prompt shows here.',
      )}
    />
  );
}

function withoutText(isError: boolean, list: unknown, what: string, none: string): string {
  if (list) return none;
  return isError ? `${what} could not be loaded, so there is no preview.` : 'Loading...';
}

interface PreviewProps {
  label: string;
  options: readonly { id: number; name: string }[];
  chosenId: number | undefined;
  onChoose: (id: number) => void;
  /** The filled prompt; undefined without a scene or character. */
  prompt: string | undefined;
  /** Text that is shown without a prompt. */
  without: string;
}

function Preview({ label, options, chosenId, onChoose, prompt, without }: PreviewProps) {
  const id = useId();
  return (
    <div className={styles.preview}>
      {chosenId !== undefined && (
        <div className={styles.choice}>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          <select
            className={styles.select}
            id={id}
            value={chosenId}
            onChange={({ target }) => onChoose(Number(target.value))}
          >
            {options.map((option) => (
              <option key={option.id} value={option.id}>
                {option.name}
              </option>
            ))}
          </select>
        </div>
      )}
      {prompt === undefined ? (
        <p className={styles.without}>{without}</p>
      ) : (
        <output className={styles.prompt} htmlFor={id} aria-label="Filled prompt" aria-live="off">
          {prompt}
        </output>
      )}
    </div>
  );
}
