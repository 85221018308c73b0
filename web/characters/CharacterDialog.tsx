import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { NameMention } from '#screenplay/mentions.ts';
import type { Character } from '#shared/contract/characters.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DiscardDialog } from '#web/ui/DiscardDialog.tsx';
import { AvatarFrame, AvatarTools } from './AvatarTools.tsx';
import styles from './CharacterDialog.module.css';
import { CharacterForm } from './CharacterForm.tsx';
import type { CharacterDraft } from './draft.ts';
import type { CastInScript, FiguresOf, PlacedScene } from './figures.ts';
import { MergeQuestion } from './MergeQuestion.tsx';
import type { PlacedMention } from './mentionsInScript.ts';
import { PartSection } from './PartSection.tsx';
import { RenameQuestion } from './RenameQuestion.tsx';
import { useMergeCharacters } from './renaming.data.ts';
import { StyleTools } from './StyleTools.tsx';
import { useCharacterForm } from './useCharacterForm.ts';

/** Values of the unsaved form that voice design needs. */
export interface VoiceOfForm {
  draft: CharacterDraft;
  isReadOnly: boolean;
  onWrite: (change: Pick<Partial<CharacterDraft>, 'voiceId' | 'voiceSettings'>) => void;
}

interface CharacterDialogProps {
  projectId: number;
  /** The character when the dialog opened; null for a new one. */
  character: Character | null;
  /** The current cast. */
  characters: readonly Character[];
  figuresOf: FiguresOf | null;
  /** Null until the script is loaded. */
  script: CastInScript | null;
  speaks: (name: string) => boolean;
  /** Return the mentions in action and dialogue of a character that is renamed. */
  mentions: (from: string, to: string) => readonly PlacedMention[];
  canWrite: boolean;
  offers: { avatar: PricedAction; style: PricedAction; onRetry: () => void };
  /** Render the fields of the voice and their dialogs. */
  voice: (form: VoiceOfForm) => ReactNode;
  onClose: () => void;
}

/** Create, edit or, for readers, show a character. */
export function CharacterDialog({ projectId, character, characters, ...props }: CharacterDialogProps) {
  const { figuresOf, script, speaks, mentions, canWrite, offers, onClose } = props;
  const isInScript = (from: string, to: string) => speaks(from) || mentions(from, to).length > 0;
  const form = useCharacterForm({ projectId, character, characters, isInScript, onDone: onClose });
  const merging = useMerging(projectId, character, onClose);
  const leaving = useLeaving(projectId, form, onClose);
  const { draft } = form;
  const stored = characters.find(({ id }) => id === character?.id) ?? character;

  return (
    <>
      <Dialog
        open
        onOpenChange={leaving.close}
        title={titleOf(character, canWrite)}
        width="wide"
        footer={
          canWrite ? (
            <SaveButtons form={form} label={character ? 'Save' : 'Create'} onCancel={leaving.close} />
          ) : (
            <Button onClick={onClose}>Close</Button>
          )
        }
      >
        <CharacterForm
          form={form}
          isReadOnly={!canWrite}
          nameAction={form.mergeable && <MergeButton into={form.mergeable} onPress={merging.setInto} />}
          styleTools={canWrite && <StyleToolsOfForm form={form} projectId={projectId} offers={offers} />}
          voice={props.voice({ draft, isReadOnly: !canWrite, onWrite: form.write })}
          avatar={
            <AvatarOfForm
              form={form}
              stored={stored}
              projectId={projectId}
              canWrite={canWrite}
              offers={offers}
            />
          }
        />
        {character && script && <PartSection name={character.name} script={script} onGo={leaving.goTo} />}
      </Dialog>
      {character && form.isAskingToRename && (
        <RenameInScript character={character} form={form} figuresOf={figuresOf} mentions={mentions} />
      )}
      {character && merging.into && (
        <MergeInto character={character} into={merging.into} merging={merging} mentions={mentions} />
      )}
      <DiscardDialog
        open={leaving.isAsking}
        onOpenChange={leaving.setIsAsking}
        text="The changes to the character are not saved. Discard them?"
        onDiscard={onClose}
      />
    </>
  );
}

interface StyleToolsOfFormProps extends Pick<CharacterDialogProps, 'projectId' | 'offers'> {
  form: FormOfCharacter;
}

function StyleToolsOfForm({ form, projectId, offers }: StyleToolsOfFormProps) {
  return (
    <StyleTools
      projectId={projectId}
      draft={form.draft}
      offer={offers.style}
      onRetry={offers.onRetry}
      onStyle={(visualAesthetic) => form.write({ visualAesthetic })}
      onNameless={(name) => form.complain({ name })}
    />
  );
}

type FormOfCharacter = ReturnType<typeof useCharacterForm>;

/** Return functions that leave the form, after a confirmation if there are unsaved changes. */
function useLeaving(projectId: number, { isChanged, isSaving }: FormOfCharacter, onClose: () => void) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  return {
    isAsking,
    setIsAsking,
    close: () => {
      if (isSaving) return;
      if (isChanged) setIsAsking(true);
      else onClose();
    },
    goTo: ({ sceneId }: PlacedScene) => {
      if (isSaving) return;
      if (isChanged) setIsAsking(true);
      else {
        const query = sceneId === null ? '' : `?scene=${sceneId}`;
        router.history.push(hrefOf(`/projects/${encodeProjectId(projectId)}/script${query}`));
      }
    },
  };
}

interface SaveButtonsProps {
  form: FormOfCharacter;
  label: string;
  onCancel: () => void;
}

function SaveButtons({ form, label, onCancel }: SaveButtonsProps) {
  return (
    <>
      <Button disabled={form.isSaving} onClick={onCancel}>
        Cancel
      </Button>
      <Button kind="primary" type="submit" form={form.form.id} isBusy={form.isSaving}>
        {label}
      </Button>
    </>
  );
}

interface AvatarOfFormProps extends Pick<CharacterDialogProps, 'projectId' | 'canWrite' | 'offers'> {
  form: FormOfCharacter;
  /** The stored character; null until it is created. */
  stored: Character | null;
}

function AvatarOfForm({ form, stored, projectId, canWrite, offers }: AvatarOfFormProps) {
  const { draft, isChanged } = form;
  return (
    <div>
      <AvatarFrame name={draft.name} url={stored?.avatarUrl ?? null} type={draft.characterType} />
      {canWrite && stored && (
        <AvatarTools
          projectId={projectId}
          character={stored}
          isChanged={isChanged}
          offer={offers.avatar}
          onRetry={offers.onRetry}
        />
      )}
      {canWrite && !stored && (
        <p className={styles.note}>Create the character first, then generate an avatar.</p>
      )}
    </div>
  );
}

interface RenameInScriptProps extends Pick<CharacterDialogProps, 'figuresOf' | 'mentions'> {
  character: Character;
  form: FormOfCharacter;
}

function RenameInScript({ character, form, figuresOf, mentions }: RenameInScriptProps) {
  const { name } = form.draft;
  // Computed only while the dialog is shown, because it searches the whole script.
  const mentioned = useMemo(() => mentions(character.name, name), [mentions, character, name]);
  return (
    <RenameQuestion
      from={character.name}
      to={name.trim()}
      figures={figuresOf && { from: figuresOf(character.name), to: figuresOf(name) }}
      mentions={mentioned}
      isBusy={form.isSaving}
      onCancel={form.stopAsking}
      onChoose={form.rename}
    />
  );
}

/** Return the state and actions of merging a character into another one. */
function useMerging(projectId: number, character: Character | null, onDone: () => void) {
  const { mutate, isPending } = useMergeCharacters(projectId);
  /** Merge target; null while the question is closed. */
  const [into, setInto] = useState<Character | null>(null);
  const merge = (mentions: readonly NameMention[]) => {
    if (character && into) mutate({ from: character, into, mentions }, { onSuccess: onDone });
  };
  return { into, setInto, isPending, merge };
}

function MergeButton({ into, onPress }: { into: Character; onPress: (into: Character) => void }) {
  return (
    <div>
      <Button size="small" onClick={() => onPress(into)}>
        Merge into {into.name}…
      </Button>
    </div>
  );
}

interface MergeIntoProps extends Pick<CharacterDialogProps, 'mentions'> {
  character: Character;
  into: Character;
  merging: ReturnType<typeof useMerging>;
}

function MergeInto({ character, into, merging, mentions }: MergeIntoProps) {
  const mentioned = useMemo(() => mentions(character.name, into.name), [mentions, character, into]);
  return (
    <MergeQuestion
      from={character.name}
      into={into.name}
      mentions={mentioned}
      isBusy={merging.isPending}
      onCancel={() => merging.setInto(null)}
      onMerge={merging.merge}
    />
  );
}

function titleOf(character: Character | null, canWrite: boolean): string {
  if (!character) return 'New Character';
  return canWrite ? `Edit ${character.name}` : character.name;
}
