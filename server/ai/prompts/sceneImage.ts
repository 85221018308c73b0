import { type JointCues, peopleOfCue } from '#screenplay/cast.ts';
import { characterNamesOf, speakerKey } from '#screenplay/cue.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import { isActionType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { defaultTemplates, fillTemplate, scenePrompt } from '#shared/promptTemplates.ts';
import type { PictureFacts } from '../builtin/drawPicture.ts';
import type { PictureRequest } from '../models.ts';
import { nearestRatio } from './concept.ts';

/** Maximum characters of the script in an order (decision OQ-90). */
const contextLimit = 2000;
/** Maximum characters of a prompt that models accept. A template can repeat its variables. */
const promptLimit = 32_000;

/** Maximum number of character cards. */
const castLimit = 200;
const descriptionLimit = 2000;

export interface SceneImageInput {
  /** The project's template. Null: the default. */
  template: string | null;
  scene: {
    heading: string;
    location: string | null;
    timeOfDay: string | null;
    notes: string | null;
  };
  /** Elements of the scene in script order. */
  elements: readonly Pick<ScriptElement, 'elementType' | 'content'>[];
  /** Aspect ratio of the project's frames. Default: 16:9. */
  ratio?: string;
  /** Time of day of the preceding headings, for a heading with LATER or CONTINUOUS. */
  timeBefore: 'day' | 'night' | null;
  /** The project's character cards. The text of the scene determines which of them appear. */
  cast?: readonly CastCard[];
  /** Joint cues: each of their characters appears in the picture. */
  joint?: JointCues;
}

/** The part of a character card that describes the look. */
export interface CastCard {
  name: string;
  age: number | null;
  role: string | null;
  description: string | null;
}

/** Build the order for one storyboard frame from the project's template. */
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
    .filter(({ elementType }) => !isHeadingType(elementType))
    .map(({ content }) => plainText(content))
    .join('\n');
  const values = {
    location: scene.location,
    timeOfDay: scene.timeOfDay,
    sceneHeading: scene.heading,
    notes: scene.notes,
    scriptContext: cut(text, contextLimit),
  };
  // A template of empty variables only would be an empty prompt.
  const prompt =
    scenePrompt({ sceneImagePromptTemplate: template }, values) ||
    fillTemplate(defaultTemplates.scene, values);
  const facts: PictureFacts = {
    type: 'scene',
    heading: scene.heading,
    text,
    action: elements
      .filter(({ elementType }) => isActionType(elementType))
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

/** Return the speakers, each once, in order of appearance. */
function speakersIn(elements: SceneImageInput['elements'], joint: JointCues): string[] {
  const names = characterNamesOf(elements).flatMap((name) => {
    const key = speakerKey(name);
    return joint.has(key) ? peopleOfCue(key, joint) : [name];
  });
  return [...new Map(names.map((name) => [speakerKey(name), name])).values()];
}

/** Return the text of a template without its variables. */
export function wordsBesideVariables(template: string): string {
  return template.replace(/\{\{[^}]*\}\}/g, ' ').slice(0, promptLimit);
}

/** Truncate without splitting a surrogate pair. */
function cut(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit);
}
