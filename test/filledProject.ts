import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { aiDisclosures, conversationMessages, conversations, sceneSummaries } from '#server/db/schema/ai.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { acts, outlines, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { projects } from '#server/db/schema/projects.ts';
import { characters, comments, dictionaryWords, scenes, scriptElements } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import type { FileType } from '#server/storage/fileTypes.ts';
import { attachFile } from '#server/storage/storage.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { anIssue } from '#test/issues.ts';
import { nightFerry, type World } from '#test/world.ts';

export const aPicture = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');
const aSound = Buffer.from('RIFF\0\0\0\0WAVE and then a sound', 'latin1');

/**
 * Create Olive's Night Ferry with a value in every column of every table that an archive contains.
 * Vic may see it.
 */
export async function filledProject(server: TestApp, world: World): Promise<ProjectRow> {
  const { db, storage } = server;
  const project = await nightFerry(db, world.olive);
  const projectId = project.id;
  await aShare(db, project, world.vic, { role: 'viewer', inviteToken: 'invite-token' });
  const stored = async (bytes: Buffer, type: FileType) => {
    const url = await storage.put(bytes, type);
    await attachFile(db, url, { projectId });
    return url;
  };
  const picture = await stored(aPicture, 'image/png');
  const avatar = await stored(aPicture, 'image/png');
  const sound = await stored(aSound, 'audio/wav');
  await db
    .update(characters)
    .set({
      ...{
        role: 'Deckhand',
        age: 41,
        description: 'Counts.',
        arc: 'Stops counting.',
        visualAesthetic: 'Noir',
      },
      ...{ characterType: 'protagonist', voiceId: 'v1', avatarUrl: avatar, avatarPrompt: 'A woman' },
    })
    .where(eq(characters.projectId, projectId));
  await fillPlan(db, projectId);
  await writeHistory(server, world, projectId);
  await fillScript(db, projectId, { picture, sound });
  await fillDiscussions(db, projectId, world);
  await anIssue(db, { projectId, userId: world.olive.id });
  await db.update(projects).set(filledFields(picture)).where(eq(projects.id, projectId));
  return project;
}

function filledFields(picture: string): Partial<typeof projects.$inferInsert> {
  const page = { title: 'Night Ferry', credit: '', author: '', source: '', draftDate: '', contact: '' };
  const style = { leftInches: 1, rightInches: 7, firstIndentInches: 0, spaceBeforeLines: 1, spacing: 1 };
  const fontStyle = { isAllCaps: false, isBold: true, isItalic: false, isUnderlined: false };
  return {
    ...{ description: 'A ferry', logline: 'She counts.', synopsis: 'All of it.', conceptImageUrl: picture },
    ...{
      conceptImagePrompt: 'A ferry',
      conceptImageAspectRatio: '2.35:1',
      paper: 'a4',
      language: 'en-GB',
      showSceneNumbers: true,
    },
    ...{ sceneImagePromptTemplate: 'Draw {{location}}', characterAvatarPromptTemplate: 'Draw {{name}}' },
    ...{ brief: { premise: 'Wet', tone: '', rules: '', constants: '' }, aiAccess: 'read' },
    titlePage: { ...page, copyright: '', notes: '', more: [{ key: 'Draft', value: 'Third' }] },
    format: {
      ...{ paper: 'letter', topMarginPoints: 70, bottomMarginPoints: 71, headerMarginPoints: 36 },
      ...{
        moreText: '(MORE)',
        continuedText: "(CONT'D)",
        continuesAutomatically: true,
        sceneNumbersShown: true,
      },
      styles: {
        Shot: {
          ...style,
          ...fontStyle,
          alignment: 'Left',
          startsNewPage: false,
          paginateAs: 'Scene Heading',
        },
      },
    },
    sourceExtras: {
      fdx: {
        ...{ attributes: [['Version', '5']], parts: ['<Actors><Actor Name="Rain &amp; Co"/></Actors>'] },
        ...{ contentAt: 1, contentAttributes: [], rest: '', runAttributes: [['RevisionID', '0']] },
      },
      fountain: { after: ['# End'] },
    },
  };
}

async function fillPlan(db: Db, projectId: number): Promise<void> {
  const place = { projectId, orderIndex: 0 };
  const [act] = await db
    .insert(acts)
    .values([
      { ...place, number: 1, title: 'One', subtitle: 'Setup', startPage: 2, endPage: 20, colorTheme: 'red' },
      { projectId, orderIndex: 1, number: 2, title: 'Two' },
    ])
    .returning();
  const [sequence] = await db
    .insert(sequences)
    .values({ ...place, actNumber: 2, name: 'Boarding', description: 'In the rain', colorTheme: 'green' })
    .returning();
  if (!act || !sequence) throw new Error('INSERT returned no row');
  await db.insert(storyBeats).values([
    {
      ...{ ...place, actId: act.id, sequenceId: sequence.id, title: 'One too many' },
      ...{ description: 'She counts again', actNumber: 1, beatType: 'setup', pageNumber: 3 },
    },
    { ...place, actId: act.id, title: 'The ramp falls' },
  ]);
  await db.insert(outlines).values({ ...place, title: 'Opening', content: 'Rain.' });
  await db
    .update(scenes)
    .set({ sequenceId: sequence.id, displayNumber: '1A', pageNumber: 1, notes: 'Wet', actNumber: 2 })
    .where(eq(scenes.projectId, projectId));
}

/**
 * Make edits of every type, so that the script has a history. A deleted element had a comment, and
 * a deleted heading had a scene.
 */
async function writeHistory({ db, as }: TestApp, { olive }: World, projectId: number): Promise<void> {
  const browser = as(olive);
  const change = async (edits: ScriptEdit[], reason?: string) => {
    const answer = await browser.post(`/api/projects/${projectId}/script-changes`, { edits, reason });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().elements.map(({ id }: { id: number }) => id) as number[];
  };
  const script = await elementsOf(db, projectId);
  const [, rain, cue] = script.map(({ id }) => id) as [number, number, number];
  const [gulls, hold] = (await change([
    {
      ...{ type: 'insert', afterId: rain },
      elements: [
        { elementType: 'action', content: 'Gulls.' },
        { elementType: 'scene_heading', content: 'INT. HOLD - DAY' },
      ],
    },
  ])) as [number, number];
  const remark = { content: 'Fewer.', scriptElementId: gulls };
  await browser.post(`/api/projects/${projectId}/comments`, remark);
  await change([{ type: 'update', id: cue, fields: { characterName: 'MARA', parenthetical: 'low' } }]);
  await change(
    [{ type: 'update', id: cue, fields: { parenthetical: 'loud', characterName: 'MARA VOSS' } }],
    'Louder',
  );
  await db
    .update(scriptHistory)
    .set({ stayId: 'stay-of-olive' })
    .where(eq(scriptHistory.changeReason, 'Louder'));
  await change([{ type: 'move', ids: [rain], afterId: gulls }]);
  await browser.post(`/api/projects/${projectId}/script-versions`, { name: 'First draft' });
  await change([{ type: 'delete', id: hold }]);
  await change([{ type: 'delete', id: gulls }]);
}

function elementsOf(db: Db, projectId: number) {
  return db
    .select()
    .from(scriptElements)
    .where(eq(scriptElements.projectId, projectId))
    .orderBy(scriptElements.orderIndex, scriptElements.id);
}

async function fillScript(
  db: Db,
  projectId: number,
  { picture, sound }: { picture: string; sound: string },
): Promise<void> {
  const [first, rain] = await elementsOf(db, projectId);
  const [beat] = await db.select().from(storyBeats).where(eq(storyBeats.projectId, projectId));
  if (!first || !rain || !beat) throw new Error('The project has too few elements or no beat');
  await db
    .update(scenes)
    .set({
      imageUrl: picture,
      imagePrompt: 'A ferry',
      videoUrl: picture,
      videoPrompt: 'It sails',
      videoStatus: 'done',
      videoProblem: 'It was not made',
      beatId: beat.id,
      colorTheme: 'teal',
    })
    .where(eq(scenes.id, first.sceneId));
  await db
    .update(scriptElements)
    .set({
      ...{ characterName: 'MARA', parenthetical: 'low', soundEffectUrl: sound, soundEffectText: 'Rain' },
      ...{
        dialogueAudioUrl: sound,
        dialogueAudioKey: 'k1',
        soundEffectKey: 'k2',
        audioVolume: 0.25,
        audioOverlapSeconds: 1.5,
        sequenceNumber: 3,
      },
      ...{ originalType: 'Shot', dual: 'left', typedContent: 'Rain' },
      extras: { layout: { alignment: 'Center' }, fdx: { before: '<Rain/>', attributes: [['Color', '#1']] } },
    })
    .where(eq(scriptElements.id, rain.id));
  await db.insert(tensionPoints).values({
    ...{ projectId, storyBeatId: beat.id, sceneId: first.sceneId, scriptElementId: rain.id, pageNumber: 1 },
    ...{ tensionLevel: 0.5, position: 0.25, context: 'Rain', analysisType: 'by_hand' },
  });
  const summary = { contentHash: 'h', summary: 'Rain.', model: 'm' };
  await db.insert(sceneSummaries).values({ sceneId: first.sceneId, projectId, ...summary });
}

async function fillDiscussions(db: Db, projectId: number, { olive, cora }: World): Promise<void> {
  const [, rain] = await elementsOf(db, projectId);
  const [thread] = await db
    .insert(comments)
    .values({
      ...{ projectId, userId: olive.id, scriptElementId: rain?.id ?? 0, wasOnElement: true },
      ...{ selectedText: 'Rain', content: 'Colder?', isResolved: true, selectionStart: 0, selectionEnd: 4 },
    })
    .returning();
  // The comment came from an archive of another author.
  const reply = { importedAuthor: 'Sam Stranger', content: 'Yes.', parentCommentId: thread?.id ?? 0 };
  await db.insert(comments).values({ projectId, ...reply });
  await db.insert(dictionaryWords).values([
    { projectId, word: 'Linnea' },
    { projectId, userId: olive.id, word: 'brrr' },
  ]);
  const title = 'What Olive asked in private';
  const [talk] = await db.insert(conversations).values({ projectId, userId: olive.id, title }).returning();
  const conversationId = talk?.id ?? 0;
  await db.insert(conversationMessages).values([
    { conversationId, role: 'user', content: 'Why?', context: { selectedText: 'Rain' } },
    { conversationId, role: 'assistant', content: 'Because.' },
  ]);
  await db.insert(conversations).values({ projectId, userId: cora.id, title: 'What Cora asked' });
  await db.insert(aiDisclosures).values({
    ...{ projectId, userId: olive.id, service: 'openai', model: 'm', destination: 'models.example.com' },
    ...{ task: 'chat', text: 'Why?' },
  });
}
