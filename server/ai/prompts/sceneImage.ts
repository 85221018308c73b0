import { type JointCues, peopleOfCue } from '#screenplay/cast.ts';
import { characterNamesOf, speakerKey } from '#screenplay/cue.ts';
import type { ElementType } from '#screenplay/element.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { defaultTemplates, fillTemplate, scenePrompt } from '#shared/promptTemplates.ts';
import type { PictureFacts } from '../builtin/drawPicture.ts';
import type { PictureRequest } from '../models.ts';
import { nearestRatio } from './concept.ts';

/** Characters of the script that go with an order (decision OQ-90). */
const contextLimit = 2000;
/** A template may name its variables as often as it likes; models take no more than this. */
const promptLimit = 32_000;

/** More cards than that are no cast of one scene. */
const castLimit = 200;
const descriptionLimit = 2000;

export interface SceneImageInput {
  /** The project's own; null: the default. */
  template: string | null;
  scene: {
    heading: string;
    location: string | null;
    timeOfDay: string | null;
    notes: string | null;
  };
  /** What stands in the scene, in script order. */
  elements: readonly { elementType: ElementType; content: string }[];
  /** Of the project's frames; 16:9 if nothing is said. */
  ratio?: string;
  /** Of a heading that says LATER or CONTINUOUS, as the headings before it have it. */
  timeBefore: 'day' | 'night' | null;
  /** The cards of the project; who of them is in the picture, the words of the scene say. */
  cast?: readonly CastCard[];
  /** Cues of several people: each of them is in the picture. */
  joint?: JointCues;
}

/** What a card says of how somebody looks. */
export interface CastCard {
  name: string;
  age: number | null;
  role: string | null;
  description: string | null;
}

/** One storyboard frame of a scene, as the project's template words it. */
export function sceneOrder({
  template,
  scene,
  elements,
  ratio = '16:9',
  timeBefore,
  cast = [],
  joint = new Map(),
}: SceneImageInput): PictureRequest {
  const text = elements
    .filter(({ elementType }) => elementType !== 'scene_heading')
    .map(({ content }) => plainText(content))
    .join('\n');
  const values = {
    location: scene.location,
    timeOfDay: scene.timeOfDay,
    sceneHeading: scene.heading,
    notes: scene.notes,
    scriptContext: cut(text, contextLimit),
  };
  // A template of nothing but variables that are empty says nothing to draw.
  const prompt =
    scenePrompt({ sceneImagePromptTemplate: template }, values) ||
    fillTemplate(defaultTemplates.scene, values);
  const facts: PictureFacts = {
    type: 'scene',
    heading: scene.heading,
    text,
    action: elements
      .filter(({ elementType }) => elementType === 'action')
      .map(({ content }) => plainText(content))
      .join('\n'),
    characters: speakersIn(elements, joint),
    cast: cast.slice(0, castLimit).map(({ name, age, role, description }) => ({
      ...{ name, age, role },
      description: description?.slice(0, descriptionLimit) ?? null,
    })),
    ...(scene.notes?.trim() && { wish: scene.notes }),
    ...(template?.trim() && { style: wordsBesideVariables(template) }),
    ...(timeBefore && { timeBefore }),
  };
  return { task: 'scene', prompt: cut(prompt, promptLimit), ratio: nearestRatio(ratio), facts };
}

/** Who speaks, each once, in order of appearance. */
function speakersIn(elements: SceneImageInput['elements'], joint: JointCues): string[] {
  const names = characterNamesOf(elements).flatMap((name) => {
    const key = speakerKey(name);
    return joint.has(key) ? peopleOfCue(key, joint) : [name];
  });
  return [...new Map(names.map((name) => [speakerKey(name), name])).values()];
}

/** Of a template what its writer asks for of every picture: its words without the variables. */
export function wordsBesideVariables(template: string): string {
  return template.replace(/\{\{[^}]*\}\}/g, ' ').slice(0, promptLimit);
}

/** No half of a letter at the end. */
function cut(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit);
}
