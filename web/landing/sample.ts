import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { TensionPoint } from '#shared/contract/tension.ts';

type ActOf = [
  title: string,
  colorTheme: Act['colorTheme'],
  beats: [title: string, level: number, text?: string][],
];

/** The story to which the scene of scene.ts belongs. */
const story: ActOf[] = [
  [
    'Departure',
    'blue',
    [
      ['Mara counts sixty-two', 0.18, 'Twice, with the torch. The torch agrees with her.'],
      ['The lit car', 0.34],
      ['One too many', 0.42],
      ['Tobias closes the ledger', 0.3],
    ],
  ],
  [
    'The Count',
    'teal',
    [
      ['A brother’s coat', 0.38],
      ['Fog signal', 0.5],
      ['The passenger list', 0.62],
      ['What Tobias knows', 0.48],
    ],
  ],
  [
    'Deck Three',
    'orange',
    [
      ['The quay, eleven years ago', 0.4, 'Mara is the one who sold the ticket.'],
      ['The door that closes', 0.66],
      ['Engine stop', 0.78],
    ],
  ],
  [
    'Landfall',
    'red',
    [
      ['By hand', 0.94, 'She shuts the ramp the way it should have been shut then.'],
      ['Sixty-two', 0.6],
      ['Morning', 0.16],
    ],
  ],
];

export const sampleActs: Act[] = story.map(([title, colorTheme], index) => ({
  ...{ id: index + 1, projectId: 1, number: index + 1, title, subtitle: null, colorTheme },
  ...{ startPage: 1 + index * 30, endPage: 30 + index * 30, orderIndex: index },
}));

export const sampleBeats: StoryBeat[] = story.flatMap(([, , ofAct], act) =>
  ofAct.map(([title, , description = null], index) => ({
    ...{ id: act * 10 + index, projectId: 1, actId: act + 1, actNumber: act + 1, sequenceId: null },
    ...{ title, description, beatType: null, pageNumber: null, orderIndex: index },
  })),
);

export const samplePoints: TensionPoint[] = story.flatMap(([, , ofAct], act) =>
  ofAct.map(([, tensionLevel], index) => ({
    ...{ id: act * 10 + index, projectId: 1, storyBeatId: act * 10 + index, sceneId: null },
    ...{ scriptElementId: null, pageNumber: null, tensionLevel, position: act * 10 + index },
    ...{ context: null, analysisType: 'story_beat' },
  })),
);
