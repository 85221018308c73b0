import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/*
 * Decision OQ-128: a call that deletes content can be undone or is confirmed first. A call that
 * decides about people or money is confirmed first. Every new call must be listed in one of these
 * tables.
 */

const root = path.join(import.meta.dirname, '..');

/** Calls that Ctrl+Z or a button undoes, with the file that adds the step or has the button. */
const undoable = {
  deleteAct: 'web/planning/deleting.data.ts',
  deleteSequence: 'web/planning/deleting.data.ts',
  deleteBeat: 'web/planning/deleting.data.ts',
  deleteBeats: 'web/scenes/arranging.data.ts',
  deleteElement: 'web/scriptSync/scriptSync.ts',
  changeScript: 'web/scriptSync/scriptSync.ts',
  changeRevisions: 'web/script/production/RevisionSettings.tsx',
} as const;

/** Calls that a dialog confirms first, with the file of the dialog. */
const confirmed = {
  cancelSubscription: 'web/billing/BillingScreen.tsx',
  changeLocks: 'web/script/production/ProductionDialog.tsx',
  deleteAccount: 'web/account/DeleteAccountDialog.tsx',
  deleteCharacter: 'web/characters/DeleteCharacterDialog.tsx',
  deleteComment: 'web/comments/DeleteQuestion.tsx',
  deleteConversation: 'web/assistant/ConversationList.tsx',
  deleteOutline: 'web/outline/OutlineScreen.tsx',
  deleteProject: 'web/projects/ProjectManager.tsx',
  deleteScene: 'web/scenes/DeleteSceneDialog.tsx',
  deleteSceneVideo: 'web/scenes/SceneWindows.tsx',
  deleteVersion: 'web/history/HistoryDialogs.tsx',
  endUserSessions: 'web/admin/SignOutButton.tsx',
  mergeCharacter: 'web/characters/MergeQuestion.tsx',
  rejectBetaSignup: 'web/admin/BetaApplications.tsx',
  removeCopyLink: 'web/script/issuing/CopyList.tsx',
  removeMember: 'web/sharing/AccessList.tsx',
  removeReadingLink: 'web/sharing/ReadingLinkPart.tsx',
  restoreBackup: 'web/admin/BackupRestore.tsx',
  transferProject: 'web/sharing/TransferDialog.tsx',
} as const;

/** Calls that delete or decide with neither, and the reason. */
const exempt: Readonly<Record<string, string>> = {
  addCredits: 'the form names the person, the amount and the reason before its button can be pressed',
  approveBetaSignup: 'the button names the applicant, and approving takes nothing from anybody',
  cancelSceneVideo: 'a video that is not made costs nothing, and can be ordered again',
  changeMemberRole: 'the same list gives the role back',
  confirmPayment: 'asks the provider about a payment that the form has made',
  confirmTestPayment: 'made-up cards',
  createPaymentIntent: 'the form says the price before it is paid',
  createSubscription: 'the form says the price before it is paid',
  createUserInvitation: 'the form has the typed address',
  createCopyLink: 'the same list ends the link, and the one before was of the same copy',
  endOtherSessions: 'the browsers of the same person, who can sign in again',
  endTestPeriod: 'made-up payments',
  inviteMember: 'the form has the typed address, and the list removes the invitation',
  removeOwnWord: 'the word stays in the script, whose menu adds it again',
  removeProjectWord: 'the word stays in the script, whose menu adds it again',
  resolveComment: 'the thread stays, with its words, in the list of resolved threads',
  setOwnLimit: 'the same form gives the limit back',
  setProjectLimit: 'the same form gives the limit back',
  updateAiPricing: 'a form with a reason; the price can be activated again',
  updateProfile: 'the same form gives the names back; a photo that is removed can be uploaded again',
};

/** Calls that create, change or request something. */
const harmless = [
  ...[
    'acceptInvitation',
    'addOwnWord',
    'addOwnWords',
    'addIssuedCopies',
    'addProjectWord',
    'analyseTension',
    'applyForBeta',
    'applyImprovement',
    'arrangeScenes',
    'chat',
  ],
  ...['createAct', 'createBackup', 'createBeat', 'createBeatsFromScenes', 'createCharacter', 'createComment'],
  ...[
    'createConversation',
    'createElement',
    'createIssue',
    'createOutline',
    'createProject',
    'createReadingLink',
  ],
  ...['createScene', 'createSequence', 'createVersion', 'designVoice', 'duplicateProject', 'fillPlan'],
  ...['exportComparison', 'readComparedFile'],
  ...['followLoginLink', 'generateAvatar', 'generateCharacterTemplate', 'generateConceptImage'],
  ...['generateDialogueAudio', 'generateSceneImage', 'generateSceneTemplate', 'generateSceneVideo'],
  ...['generateSoundEffect', 'generateSpeech', 'generateStyleDescription', 'generateVoiceDescription'],
  ...[
    'importScript',
    'improve',
    'pollLiveChannel',
    'previewContext',
    'receiveStripeEvent',
    'sendLiveMessages',
    'renameVersion',
    'reorderCharacters',
  ],
  ...[
    'reorderOutlines',
    'requestLogin',
    'restoreInPlan',
    'storeScriptPlace',
    'updatePreferences',
    'updateAct',
    'updateAudioPreferences',
    'updateBeat',
  ],
  ...['updateCharacter', 'updateElement', 'updateOutline', 'updateProject', 'updateScene'],
  ...['updateSceneSummaries', 'updateSequence', 'uploadPhoto', 'verifyLogin'],
];

/** Return every call of the contract that may change something: name → method. */
async function changingCalls(): Promise<Map<string, string>> {
  const folder = path.join(root, 'shared/contract');
  const calls = new Map<string, string>();
  for (const file of fs.readdirSync(folder)) {
    const exported: Record<string, unknown> = await import(path.join(folder, file));
    for (const [name, value] of Object.entries(exported)) {
      const isCall = typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
      if (isCall && value.method !== 'GET') calls.set(name, String(value.method));
    }
  }
  return calls;
}

describe('calls that delete or decide', () => {
  test('are in exactly one table each, and none is missing', async () => {
    const calls = await changingCalls();
    const named = [undoable, confirmed, exempt].flatMap((table) => Object.keys(table));
    expect([...named, ...harmless].sort()).toEqual([...calls.keys()].sort());
    expect(harmless.filter((name) => calls.get(name) === 'DELETE')).toEqual([]);
  });

  test('can be undone or are confirmed, except those listed with a reason', () => {
    expect([undoable, confirmed, exempt].map((table) => Object.keys(table).length)).toEqual([7, 19, 20]);
  });

  test.each(Object.entries(undoable))('offers to undo %s', (_name, file) => {
    expect(fs.readFileSync(path.join(root, file), 'utf8')).toMatch(
      /boardUndoOf\(|UndoStack\b|type: 'undo' \}/,
    );
  });

  test.each(Object.entries(confirmed))('asks for confirmation of %s in a dialog', (_name, file) => {
    expect(fs.readFileSync(path.join(root, file), 'utf8')).toMatch(
      /<(Confirm|Delete)Dialog\b|<Dialog\b[\s\S]*(role="alertdialog"|confirm)/,
    );
  });
});
