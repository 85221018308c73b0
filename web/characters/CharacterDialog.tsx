import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { Character } from '#shared/contract/characters.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { Offer } from '#web/lib/offer.ts';
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

/** What the voice of a character needs of the form, which may not be saved yet. */
export interface VoiceOfForm {
  draft: CharacterDraft;
  isReadOnly: boolean;
  onWrite: (change: Pick<Partial<CharacterDraft>, 'voiceId' | 'voiceSettings'>) => void;
}

interface CharacterDialogProps {
  projectId: number;
  /** As it was when it was opened; null for a new one. */
  character: Character | null;
  /** As they are now. */
  characters: readonly Character[];
  figuresOf: FiguresOf | null;
  /** Null while it is not known. */
  script: CastInScript | null;
  speaks: (name: string) => boolean;
  /** Where action and dialogue name somebody who takes another name. */
  mentions: (from: string, to: string) => readonly PlacedMention[];
  canWrite: boolean;
  offers: { avatar: Offer; style: Offer; onRetry: () => void };
  /** The fields of the voice, and the windows that belong to them. */
  voice: (form: VoiceOfForm) => ReactNode;
  onClose: () => void;
}

/** Creates a character, changes one, or shows one to whoever may not change it. */
export function CharacterDialog({ projectId, character, characters, ...props }: CharacterDialogProps) {
  const { figuresOf, script, speaks, mentions, canWrite, offers, onClose } = props;
  const router = useRouter();
  const isInScript = (from: string, to: string) => speaks(from) || mentions(from, to).length > 0;
  const form = useCharacterForm({ projectId, character, characters, isInScript, onDone: onClose });
  const merge = useMergeCharacters(projectId);
  const [isLeaving, setIsLeaving] = useState(false);
  const [mergeInto, setMergeInto] = useState<Character | null>(null);
  const { draft, isChanged, isSaving } = form;
  const stored = characters.find(({ id }) => id === character?.id) ?? character;
  const isAsking = form.isAskingToRename;
  // Only the question shows them, and looking for them goes through the whole script.
  const mentioned = useMemo(
    () => (isAsking && character ? mentions(character.name, draft.name) : []),
    [isAsking, mentions, character, draft.name],
  );

  const mergeMentioned = useMemo(
    () => (mergeInto && character ? mentions(character.name, mergeInto.name) : []),
    [mergeInto, mentions, character],
  );

  const close = () => {
    if (isSaving) return;
    if (isChanged) setIsLeaving(true);
    else onClose();
  };
  const goTo = ({ sceneId }: PlacedScene) => {
    if (isChanged) setIsLeaving(true);
    else {
      const query = sceneId === null ? '' : `?scene=${sceneId}`;
      router.history.push(`/projects/${encodeProjectId(projectId)}/script${query}`);
    }
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        title={titleOf(character, canWrite)}
        width="wide"
        footer={
          canWrite ? (
            <>
              <Button disabled={isSaving} onClick={close}>
                Cancel
              </Button>
              <Button kind="primary" type="submit" form={form.form.id} isBusy={isSaving}>
                {character ? 'Save' : 'Create'}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )
        }
      >
        <CharacterForm
          form={form}
          isReadOnly={!canWrite}
          nameAction={
            form.mergeable && (
              <div>
                <Button size="small" onClick={() => setMergeInto(form.mergeable)}>
                  Merge into {form.mergeable.name}…
                </Button>
              </div>
            )
          }
          styleTools={
            canWrite && (
              <StyleTools
                projectId={projectId}
                draft={draft}
                offer={offers.style}
                onRetry={offers.onRetry}
                onStyle={(visualAesthetic) => form.write({ visualAesthetic })}
                onNameless={(name) => form.complain({ name })}
              />
            )
          }
          voice={props.voice({ draft, isReadOnly: !canWrite, onWrite: form.write })}
          avatar={
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
                <p className={styles.note}>An avatar can be generated once the character is created.</p>
              )}
            </div>
          }
        />
        {character && script && <PartSection name={character.name} script={script} onGo={goTo} />}
      </Dialog>
      {character && isAsking && (
        <RenameQuestion
          from={character.name}
          to={draft.name.trim()}
          figures={figuresOf && { from: figuresOf(character.name), to: figuresOf(draft.name) }}
          mentions={mentioned}
          isBusy={isSaving}
          onCancel={form.stopAsking}
          onChoose={form.rename}
        />
      )}
      {character && mergeInto && (
        <MergeQuestion
          from={character.name}
          into={mergeInto.name}
          mentions={mergeMentioned}
          isBusy={merge.isPending}
          onCancel={() => setMergeInto(null)}
          onMerge={(ticked) =>
            merge.mutate({ from: character, into: mergeInto, mentions: ticked }, { onSuccess: onClose })
          }
        />
      )}
      <DiscardDialog
        open={isLeaving}
        onOpenChange={setIsLeaving}
        text="The changes to the character are not saved. Discard them?"
        onDiscard={onClose}
      />
    </>
  );
}

function titleOf(character: Character | null, canWrite: boolean): string {
  if (!character) return 'New Character';
  return canWrite ? `Edit ${character.name}` : character.name;
}
