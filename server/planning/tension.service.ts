import { inStoryOrder, positionByRank } from '#screenplay/storyOrder.ts';
import { requireAi } from '#server/ai/access.ts';
import type { Ai, CallOptions } from '#server/ai/calls.ts';
import { briefInWords } from '#server/ai/prompts/project.ts';
import {
  noEvidenceText,
  type TensionBeat,
  type TensionFacts,
  tensionQuestion,
} from '#server/ai/prompts/tension.ts';
import { type QuestionSize, questionSize } from '#server/ai/size.ts';
import type { Db } from '#server/db/client.ts';
import { invalid } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { type TensionPoint, tensionTexts } from '#shared/contract/tension.ts';
import { findActs } from './acts.queries.ts';
import { beatsOf } from './beats.queries.ts';
import { sequencesOf } from './sequences.queries.ts';
import { beatIdsOf, replaceTensionPoints, scriptOfBeats, tensionPointsOf } from './tension.queries.ts';

/**
 * Analyse the tension of the story by beat, and replace the previous points. Each has the position
 * of its beat at the time of the request; a point whose beat was deleted stays without it.
 */
export async function analyseBeats(
  { db, ai }: { db: Db; ai: Ai },
  where: { projectId: number; userId: string },
  { requestId, fingerprint, signal, onKept }: CallOptions,
): Promise<TensionPoint[]> {
  const { projectId } = where;
  const { project, question, beats } = await readStory(db, projectId);
  requireAi(project.aiAccess, 'read');
  if (beats.length === 0) throw invalid(tensionTexts.noBeats);
  const { value } = await ai.analyse('script_analysis', question, {
    ...{ ...where, requestId, fingerprint, signal, about: { beats: beats.length } },
    keep: (outer, { value: { points } }) =>
      changeProject(outer, where, async ({ tx, changed }) => {
        const present = await beatIdsOf(tx, projectId);
        const rows = points.map(({ storyBeatId, tensionLevel, context }, rank) => ({
          ...{ tensionLevel, context, position: positionByRank(rank, points.length) },
          storyBeatId: present.has(storyBeatId) ? storyBeatId : null,
          analysisType: context === noEvidenceText ? 'no_evidence' : 'ai_generated',
        }));
        changed('tension', await replaceTensionPoints(tx, projectId, rows));
        await onKept(tx);
        return tensionPointsOf(tx, projectId);
      }),
  });
  return value;
}

/** Return the size of the request about all beats, for its price. */
export async function tensionSizeOf(db: Db, projectId: number): Promise<QuestionSize> {
  return questionSize((await readStory(db, projectId)).question);
}

/** Read the plan and the question about it, from one snapshot. */
async function readStory(db: Db, projectId: number) {
  const { project, acts, sequences, beats, script } = await db.transaction(
    async (tx) => ({
      project: await projectRow(tx, projectId),
      acts: await findActs(tx, projectId),
      sequences: await sequencesOf(tx, projectId),
      beats: await beatsOf(tx, projectId),
      script: await scriptOfBeats(tx, projectId),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const ordered = inStoryOrder({ acts, sequences, beats });
  const facts: TensionFacts = {
    acts: acts.length,
    beats: ordered.map(({ id, title, description, actNumber, sequenceId }): TensionBeat => {
      const act = acts.find(({ number }) => number === actNumber);
      return {
        ...{ id, title, description: description ?? '' },
        act: [`Act ${actNumber}`, act?.title].filter(Boolean).join(': '),
        sequence: sequences.find((sequence) => sequence.id === sequenceId)?.name ?? '',
        actRank: act ? acts.indexOf(act) : acts.length - 1,
        script: script.get(id) ?? [],
      };
    }),
  };
  const { name: title, logline, brief } = project;
  const question = tensionQuestion({ title, logline, brief: briefInWords(brief), facts });
  return { project, question, beats: ordered };
}
