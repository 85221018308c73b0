import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { speakerKey } from '#screenplay/cue.ts';
import type { DoubtfulCue } from '#screenplay/doubtfulCues.ts';
import {
  type Character,
  createCharacter,
  deleteCharacter,
  mergeCharacter,
  reorderCharacters,
  updateCharacter,
} from '#shared/contract/characters.ts';
import type { CueChoice, Project } from '#shared/contract/projects.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { BoardStep } from '#web/boards/boardUndo.ts';
import { boardUndoOf } from '#web/boards/useBoardUndo.ts';
import { historyKey } from '#web/history/historyKey.data.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { projectQuery, saveProject } from '#web/projects/projects.data.ts';
import { scriptLists } from '#web/scriptSync/script.data.ts';
import { castList } from './characters.data.ts';

/** A doubtful cue with the characters that it is about. */
export type Doubtful = { cue: DoubtfulCue; character: Character } & (
  | { type: 'joint' }
  | { type: 'variant'; of: Character }
);

/** The decision: keep the entry, or accept the proposal. */
export type Decision = 'own' | 'proposed';

/** Return a mutation that applies a decision as one undo step of the board. */
export function useDecide(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ doubtful, decision }: { doubtful: Doubtful; decision: Decision }) => {
      const step = stepFor(client, projectId, doubtful, decision);
      await step.redo();
      return step;
    },
    onSuccess: (step) => {
      const undo = boardUndoOf(client, projectId);
      undo.add(step);
      toast({
        ...toastTexts.characterUpdated,
        description: step.label,
        action: { label: 'Undo', onClick: () => void undo.undo(step) },
      });
    },
    onError: (error) => {
      void castList(client, projectId).invalidate();
      scriptLists(client, projectId).invalidate();
      const { updateFailed } = toastTexts;
      toast({ ...updateFailed, description: messageOf(error, updateFailed.description) });
    },
  });
}

function stepFor(client: QueryClient, projectId: number, doubtful: Doubtful, decision: Decision): BoardStep {
  const { cue } = doubtful;
  if (decision === 'own')
    return choiceStep(client, projectId, `Leave ${cue.name} as it is`, ownChoice(cue.key));
  if (doubtful.type === 'variant') return mergeStep(client, projectId, doubtful);
  return splitStep(client, projectId, doubtful);
}

const ownChoice = (key: string): CueChoice => ({ key, choice: 'own', people: [] });

function choiceStep(client: QueryClient, projectId: number, label: string, choice: CueChoice): BoardStep {
  return {
    label,
    redo: () => choose(client, projectId, choice.key, choice),
    undo: () => choose(client, projectId, choice.key, null),
  };
}

/** Delete the entry and count its lines for each speaker; the script stays unchanged. */
function splitStep(client: QueryClient, projectId: number, { cue, character }: Doubtful): BoardStep {
  const people = cue.type === 'joint' ? cue.people.map(speakerKey) : [];
  const entry = entryOf(client, projectId, character);
  return {
    label: `Count ${cue.name} for each of them`,
    redo: async () => {
      await choose(client, projectId, cue.key, { key: cue.key, choice: 'together', people });
      await entry.remove();
    },
    undo: async () => {
      await entry.restore();
      await choose(client, projectId, cue.key, null);
    },
  };
}

/** Rename all its cues in one change of the script, and delete the character. */
function mergeStep(
  client: QueryClient,
  projectId: number,
  { cue, character, of }: Extract<Doubtful, { type: 'variant' }>,
): BoardStep {
  const entry = entryOf(client, projectId, character);
  const extension = cue.type === 'variant' && cue.extension !== '' ? cue.extension : undefined;
  let edits: CallReply<typeof mergeCharacter>['undo'] = [];
  return {
    label: `Merge ${character.name} into ${of.name}`,
    redo: async () => {
      await scriptLists(client, projectId).cancelRefetch();
      const body = { intoId: of.id, ...(extension && { extension }) };
      const merged = await call(mergeCharacter, { params: { id: entry.id() }, body });
      edits = merged.undo;
      await castList(client, projectId).remove(entry.id());
      await castList(client, projectId).put(merged.character);
      showScript(client, projectId, merged.script);
    },
    undo: async () => {
      await entry.restore();
      await scriptLists(client, projectId).cancelRefetch();
      const body = { name: character.name, undo: edits };
      const { script } = await call(updateCharacter, { params: { id: entry.id() }, body });
      if (script) showScript(client, projectId, script);
    },
  };
}

/**
 * Return a step that deletes a character and can restore it at its position, with another id and
 * without its avatar.
 */
function entryOf(client: QueryClient, projectId: number, character: Character) {
  const cast = castList(client, projectId);
  let { id } = character;
  let place = 0;
  const remember = () => {
    place = cast.rows().findIndex((each) => each.id === id);
  };
  remember();
  return {
    id: () => id,
    async remove() {
      remember();
      await call(deleteCharacter, { params: { id } });
      await cast.remove(id);
      cast.edited();
    },
    async restore() {
      const { name, role, age, description, arc, visualAesthetic, characterType, voiceId, voiceSettings } =
        character;
      const texts = { role, description, arc, visualAesthetic, voiceId };
      const body = { name, age, characterType, voiceSettings, ...texts };
      const created = await call(createCharacter, { params: { id: projectId }, body });
      id = created.id;
      await cast.put(created);
      const ids = cast
        .rows()
        .map((each) => each.id)
        .filter((each) => each !== id);
      ids.splice(Math.max(0, place), 0, id);
      await call(reorderCharacters, { body: { characterIds: ids } });
      await cast.invalidate();
      cast.edited();
    },
  };
}

/** Store the decision about one cue; null removes it. */
async function choose(client: QueryClient, projectId: number, key: string, choice: CueChoice | null) {
  const project: Project | undefined = client.getQueryData(projectQuery(encodeProjectId(projectId)).queryKey);
  const others = (project?.cueChoices ?? []).filter((each) => each.key !== key);
  await saveProject(client, projectId, { cueChoices: choice ? [...others, choice] : others });
}

function showScript(
  client: QueryClient,
  projectId: number,
  script: CallReply<typeof mergeCharacter>['script'],
): void {
  scriptLists(client, projectId).applyReply(script);
  if (script.elements.length > 0) void client.invalidateQueries({ queryKey: historyKey(projectId) });
}
