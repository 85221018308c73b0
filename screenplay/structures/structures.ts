import type { StoryStructure } from './structure.ts';

const threeActs: StoryStructure = {
  id: 'three-acts',
  name: 'Three acts',
  text: 'Setup, confrontation, resolution: a quarter, a half, a quarter.',
  acts: [
    {
      title: 'Setup',
      subtitle: 'Setup & Inciting Incident',
      until: 0.25,
      theme: 'blue',
      beats: [
        { at: 0, title: 'Opening', description: 'How life is before anything happens.' },
        { at: 0.12, title: 'Inciting incident', description: 'What upsets that life.' },
        { at: 0.24, title: 'First turning point', description: 'After this there is no way back.' },
      ],
    },
    {
      title: 'Confrontation',
      subtitle: 'Rising Action & Confrontation',
      until: 0.75,
      theme: 'orange',
      beats: [
        {
          at: 0.37,
          title: 'First trial',
          description: 'The first attempt meets more resistance than expected.',
        },
        {
          at: 0.5,
          title: 'Midpoint',
          description: 'A victory or a defeat that changes what the story is about.',
        },
        { at: 0.62, title: 'Closing in', description: 'Ways out close one after the other.' },
        { at: 0.74, title: 'Second turning point', description: 'The lowest point, and the last decision.' },
      ],
    },
    {
      title: 'Resolution',
      subtitle: 'Climax & Resolution',
      until: 1,
      theme: 'red',
      beats: [
        { at: 0.88, title: 'Climax', description: 'The question of the story is answered.' },
        { at: 0.97, title: 'Ending', description: 'How life is now.' },
      ],
    },
  ],
};

const turningPoints: StoryStructure = {
  id: 'fifteen-beats',
  name: 'Fifteen turning points',
  text: 'A popular film beat by beat, with the page of each.',
  acts: [
    {
      title: 'The old world',
      subtitle: 'What is missing',
      until: 0.22,
      theme: 'blue',
      beats: [
        {
          at: 0,
          title: 'First picture',
          description: 'One image of the hero and the world before the change.',
        },
        { at: 0.045, title: 'Theme is spoken', description: 'Somebody says what the hero has to learn.' },
        { at: 0.07, title: 'Everyday life', description: 'Who there is, what works, what does not.' },
        { at: 0.11, title: 'The push', description: 'Something happens that cannot be undone.' },
        { at: 0.15, title: 'Hesitation', description: 'To go or not to go: what is at stake?' },
      ],
    },
    {
      title: 'The new world',
      subtitle: 'The promise of the premise',
      until: 0.5,
      theme: 'green',
      beats: [
        { at: 0.22, title: 'Crossing over', description: 'The hero decides, and the second act begins.' },
        { at: 0.27, title: 'Second story', description: 'A relation that carries the theme.' },
        { at: 0.36, title: 'What the poster shows', description: 'The scenes for which people came.' },
      ],
    },
    {
      title: 'The pressure',
      subtitle: 'From bad to worse',
      until: 0.77,
      theme: 'orange',
      beats: [
        {
          at: 0.5,
          title: 'Middle',
          description: 'A false victory or a false defeat; the stakes rise.',
        },
        { at: 0.62, title: 'Enemies close in', description: 'Pressure from outside, cracks within.' },
        { at: 0.68, title: 'All is lost', description: 'What carried the hero so far is gone.' },
        { at: 0.74, title: 'Dark night', description: 'Alone with what has been lost.' },
      ],
    },
    {
      title: 'The answer',
      subtitle: 'Old and new become one',
      until: 1,
      theme: 'red',
      beats: [
        { at: 0.77, title: 'A new idea', description: 'Both stories together give the solution.' },
        { at: 0.88, title: 'Finale', description: 'The plan is carried out, fails, and is surpassed.' },
        { at: 0.985, title: 'Last picture', description: 'The first picture, changed.' },
      ],
    },
  ],
};

const eightSequences: StoryStructure = {
  id: 'eight-sequences',
  name: 'Eight sequences',
  text: 'Eight short films of twelve to fifteen pages, each with its own question.',
  acts: [
    {
      title: 'Setup',
      subtitle: 'Sequences 1 and 2',
      until: 0.25,
      theme: 'blue',
      beats: [
        { at: 0, title: '1. Status quo', description: 'Whom we follow, and what hooks us.' },
        { at: 0.125, title: '2. Predicament', description: 'What has happened must be dealt with.' },
      ],
    },
    {
      title: 'First half of the middle',
      subtitle: 'Sequences 3 and 4',
      until: 0.5,
      theme: 'green',
      beats: [
        { at: 0.25, title: '3. First obstacle', description: 'The easy way is tried first.' },
        { at: 0.375, title: '4. First culmination', description: 'A first answer, which is not the last.' },
      ],
    },
    {
      title: 'Second half of the middle',
      subtitle: 'Sequences 5 and 6',
      until: 0.75,
      theme: 'orange',
      beats: [
        { at: 0.5, title: '5. Rising action', description: 'Subplots, new people, harder trials.' },
        { at: 0.625, title: '6. Main culmination', description: 'The main question seems to be answered.' },
      ],
    },
    {
      title: 'Resolution',
      subtitle: 'Sequences 7 and 8',
      until: 1,
      theme: 'red',
      beats: [
        { at: 0.75, title: '7. New tension', description: 'What the answer has brought about.' },
        { at: 0.875, title: '8. Resolution', description: 'The last answer, and what remains.' },
      ],
    },
  ],
};

const fiveActs: StoryStructure = {
  id: 'five-acts',
  name: 'Five acts',
  text: 'Exposition, rise, turn, fall, end: the stage play, and the hour of television.',
  acts: [
    {
      title: 'Exposition',
      subtitle: 'Who, where, what for',
      until: 0.2,
      theme: 'blue',
      beats: [
        { at: 0, title: 'Situation', description: 'People and forces take their places.' },
        { at: 0.15, title: 'Exciting force', description: 'What sets them against each other.' },
      ],
    },
    {
      title: 'Rise',
      subtitle: 'One step leads to the next',
      until: 0.4,
      theme: 'green',
      beats: [
        { at: 0.25, title: 'First step', description: 'The hero acts.' },
        { at: 0.37, title: 'Counter-move', description: 'The other side answers.' },
      ],
    },
    {
      title: 'Turn',
      subtitle: 'The height of the action',
      until: 0.6,
      theme: 'yellow',
      beats: [{ at: 0.5, title: 'Peripety', description: 'Fortune turns.' }],
    },
    {
      title: 'Fall',
      subtitle: 'The consequences',
      until: 0.8,
      theme: 'orange',
      beats: [
        { at: 0.65, title: 'Consequences', description: 'What the turn costs.' },
        { at: 0.77, title: 'Last suspense', description: 'It could still end otherwise.' },
      ],
    },
    {
      title: 'End',
      subtitle: 'Catastrophe or solution',
      until: 1,
      theme: 'red',
      beats: [
        { at: 0.88, title: 'Decision', description: 'The conflict is decided.' },
        { at: 0.97, title: 'Aftermath', description: 'Who is left, and how.' },
      ],
    },
  ],
};

/** Structures offered for an empty plan, the simplest first. */
export const structures = [threeActs, turningPoints, eightSequences, fiveActs] as const;

export const structureIds = ['three-acts', 'fifteen-beats', 'eight-sequences', 'five-acts'] as const;
export type StructureId = (typeof structureIds)[number];

export function structureWith(id: StructureId): StoryStructure {
  return structures.find((each) => each.id === id) ?? threeActs;
}
