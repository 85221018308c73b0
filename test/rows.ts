import { emptyRow } from '#screenplay/edits/rows.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Comment } from '#shared/contract/comments.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { HistoryEntry } from '#shared/contract/history.ts';
import type { Scene } from '#shared/contract/scenes.ts';

/* Rows in the shape of the contract, for tests that need no server: pure functions of the web. */

export function elementRow(changes: Partial<Element> = {}): Element {
  return {
    ...emptyRow,
    id: 7,
    projectId: 1,
    sceneId: 3,
    elementType: 'action',
    content: 'A clicker counts.',
    orderIndex: 10,
    ...changes,
  };
}

export function sceneRow(changes: Partial<Scene> = {}): Scene {
  return {
    id: 3,
    projectId: 1,
    sequenceId: null,
    sceneNumber: 1,
    displayNumber: null,
    heading: 'INT. CAR DECK - NIGHT',
    location: 'CAR DECK',
    timeOfDay: 'NIGHT',
    pageNumber: 1,
    notes: null,
    actNumber: 1,
    imageUrl: null,
    beatId: null,
    colorTheme: null,
    imagePrompt: null,
    videoUrl: null,
    videoPrompt: null,
    videoStatus: null,
    videoProblem: null,
    ...changes,
  };
}

/** Create one of several scenes. They differ by their number. */
export function deckRow(id: number, changes: Partial<Scene> = {}): Scene {
  const heading = `INT. DECK ${id} - NIGHT`;
  return sceneRow({ id, sceneNumber: id, heading, location: `DECK ${id}`, pageNumber: null, ...changes });
}

export function characterRow(changes: Partial<Character> = {}): Character {
  return {
    id: 4,
    projectId: 1,
    name: 'MARA',
    role: null,
    age: null,
    description: null,
    arc: null,
    visualAesthetic: null,
    characterType: 'supporting',
    voiceId: null,
    voiceSettings: { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
    avatarUrl: null,
    avatarPrompt: null,
    displayOrder: 0,
    createdAt: '2026-01-05T12:00:00Z',
    ...changes,
  };
}

let commentCount = 0;

/** Create a comment that is newer than those created before. */
export function commentRow(changes: Partial<Comment> = {}): Comment {
  const id = ++commentCount;
  return {
    id,
    projectId: 1,
    userId: 'cora',
    importedAuthor: null,
    scriptElementId: null,
    wasOnElement: changes.scriptElementId != null,
    selectedText: null,
    selectionStart: null,
    selectionEnd: null,
    content: 'Could Tobias stay under the lorry?',
    isResolved: false,
    parentCommentId: null,
    createdAt: new Date(Date.UTC(2026, 0, 5) + id * 1000).toISOString(),
    user: null,
    ...changes,
  };
}

/** Create a history entry, by default an update of the line about rain. */
export function historyEntryRow(changes: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    id: 1,
    projectId: 1,
    elementId: 7,
    action: 'update',
    changedBy: 'user',
    userId: 'olive',
    userEmail: 'olive@example.org',
    timestamp: '2026-01-05T12:00:00Z',
    previousContent: 'Rain.',
    newContent: 'Rain on black water.',
    previousElementType: 'action',
    newElementType: 'action',
    previousCharacterName: null,
    newCharacterName: null,
    previousParenthetical: null,
    newParenthetical: null,
    changeReason: null,
    elementCount: null,
    ...changes,
  };
}
