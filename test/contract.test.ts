import { describe, expect } from 'vitest';
import { z } from 'zod';
import { applyEdit, applyWithInverse } from '#screenplay/edits/apply.ts';
import { createEditSession } from '#screenplay/edits/editSession.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import { emptySnapshot } from '#screenplay/edits/snapshot.ts';
import type { SceneContinueds, SceneNumberPlaces } from '#screenplay/format.ts';
import { draftOfRunning } from '#screenplay/runningDraft.ts';
import { sidesOfNumbers } from '#screenplay/sceneNumbers.ts';
import type { RunningTexts } from '#screenplay/setText.ts';
import { createAct, listActs, updateAct } from '#shared/contract/acts.ts';
import { createBeat, listBeats, updateBeat } from '#shared/contract/beats.ts';
import { createCharacter, listCharacters, updateCharacter } from '#shared/contract/characters.ts';
import { createComment, listComments } from '#shared/contract/comments.ts';
import { UpdateEditSchema } from '#shared/contract/edits.ts';
import { createElement, listElements, updateElement } from '#shared/contract/elements.ts';
import { createOutline, listOutlines, updateOutline } from '#shared/contract/outlines.ts';
import { createProject, listProjects, updateProject } from '#shared/contract/projects.ts';
import { createScene, listScenes, updateScene } from '#shared/contract/scenes.ts';
import { createSequence, listSequences, updateSequence } from '#shared/contract/sequences.ts';
import type { EndpointShape } from '#shared/endpoint.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { test } from '#test/serverTest.ts';
import type { Caller } from './app.ts';

/*
 * Every field that a call accepts is stored and can be read again, whichever call wrote it. A new
 * field of a body is tested without a change here: its value is made from its schema. If the
 * column, the service or the reply lacks the field, the failure names it.
 */

type Row = Record<string, unknown>;

interface Resource {
  name: string;
  create?: EndpointShape & { body: z.ZodType };
  update?: EndpointShape & { body: z.ZodType };
  list: EndpointShape;
  /** Fields that are required to create one. */
  required: Row;
  /** Values that must fit other rows. All others are made from the schema. */
  values?: Row;
  /** Fields that are not columns, each with the reason why it cannot be read again. */
  notStored?: Record<string, string>;
  /** Return the fields that must be sent together with a field. */
  companions?: (field: string, rows: Row) => Row;
  /** How to read a field of the row, if it is not stored under its own name. */
  readAs?: Record<string, (row: Row) => unknown>;
}

const layoutOf = ({ extras }: Row): Row => ((extras as Row | null)?.layout as Row | undefined) ?? {};
const formatOf = ({ format }: Row): Row => format as Row;
/** Return the header or footer in the shape of its form. */
function runningFormOf(row: Row, place: 'header' | 'footer'): Row {
  const { paragraphs, isVisible, isOnFirstPage } = (formatOf(row).running as RunningTexts)[place];
  return { ...draftOfRunning({ paragraphs, isVisible, isOnFirstPage }), isVisible, isOnFirstPage };
}

const resources: Resource[] = [
  {
    name: 'project',
    create: createProject,
    update: updateProject,
    list: { ...listProjects, path: '/api/projects/:id' },
    required: { name: 'Night Ferry' },
    values: { conceptImageAspectRatio: '2.35:1' },
    readAs: {
      paper: (row) => formatOf(row).paper,
      hasTwoColumns: (row) => formatOf(row).hasTwoColumns,
      showSceneNumbers: (row) => formatOf(row).sceneNumbersShown,
      sceneNumberSides: (row) =>
        sidesOfNumbers({ sceneNumberPlaces: formatOf(row).sceneNumberPlaces as SceneNumberPlaces }),
      showSceneContinueds: (row) => (formatOf(row).sceneContinueds as SceneContinueds).isTopShown,
      showOutline: (row) => !formatOf(row).outlineHidden,
      header: (row) => runningFormOf(row, 'header'),
      footer: (row) => runningFormOf(row, 'footer'),
    },
  },
  {
    name: 'act',
    create: createAct,
    update: updateAct,
    list: listActs,
    required: { title: 'Departure' },
    values: { orderIndex: 0 },
    notStored: { number: 'the act gets the next one anyway' },
  },
  {
    name: 'sequence',
    create: createSequence,
    update: updateSequence,
    list: listSequences,
    required: { name: 'Boarding' },
    values: { actNumber: 2, orderIndex: 0 },
    notStored: { projectId: 'that of the path' },
  },
  {
    name: 'beat',
    create: createBeat,
    update: updateBeat,
    list: listBeats,
    required: { title: 'Forty cars', actNumber: 1 },
    values: { actNumber: 2, orderIndex: 0 },
  },
  {
    name: 'outline item',
    create: createOutline,
    update: updateOutline,
    list: listOutlines,
    required: { title: 'Departure' },
    values: { orderIndex: 0 },
  },
  {
    name: 'character',
    create: createCharacter,
    update: updateCharacter,
    list: listCharacters,
    required: { name: 'PURSER' },
    values: { name: 'THE PURSER' },
    notStored: {
      projectId: 'that of the character',
      renameInScript: 'changes the script',
      mentions: 'changes the script',
      undo: 'changes the script',
    },
  },
  {
    name: 'scene',
    create: createScene,
    update: updateScene,
    list: listScenes,
    required: { sceneNumber: 3, actNumber: 1, heading: 'INT. BRIDGE - DAY' },
    values: { sceneNumber: 2, heading: 'EXT. DECK - DAWN' },
  },
  {
    name: 'element',
    create: createElement,
    update: updateElement,
    list: listElements,
    required: { elementType: 'action', content: 'Rain.' },
    values: {
      elementType: 'dialogue',
      characterName: 'MARA',
      alignment: 'Center',
      dual: 'left',
      omitted: { heading: 'INT. BRIDGE', elements: [{ elementType: 'action', content: 'Rain.' }] },
      orderIndex: 5000,
      dialogueAudioUrl: null,
      soundEffectUrl: null,
    },
    notStored: {
      afterId: 'a place, which orderIndex and the order of the list tell',
      baseVersion: 'what the change was based on',
      sceneNumber: 'a field of the scene that a heading begins',
    },
    readAs: {
      alignment: (row) => layoutOf(row).alignment,
      startsNewPage: (row) => layoutOf(row).startsNewPage,
      omitted: (row) => (row.extras as Row | null)?.omitted,
    },
  },
  {
    name: 'comment',
    create: createComment,
    list: listComments,
    required: { content: 'Louder?' },
    values: { selectedText: 'CABIN', selectionStart: 5, selectionEnd: 10 },
    companions: (field, { scriptElementId }) =>
      field.startsWith('selec')
        ? { scriptElementId, selectedText: 'CABIN', selectionStart: 5, selectionEnd: 10 }
        : {},
  },
];

describe.each(resources)('field of a $name', (resource) => {
  const { create, update } = resource;
  if (create)
    test.for(fieldsOf(resource, create))('is stored by creating it: %s', async (field, { olive }) => {
      const setup = await setupOf(olive, resource);
      const companions = resource.companions?.(field, setup.rows);
      const input = {
        ...resource.required,
        ...companions,
        [field]: valueFor(resource, create, field, setup),
      };
      const created = await olive.post(setup.address(create), input);
      expect(created.statusCode, created.body).toBe(201);
      const { id } = created.json();
      expectField(resource, field, input[field], await setup.read(id));
      await setup.remove(id);
    });

  if (update)
    test.for(fieldsOf(resource, update))('is stored by updating it: %s', async (field, { olive }) => {
      const setup = await setupOf(olive, resource);
      const { id } = await setup.created();
      const value = valueFor(resource, update, field, setup);
      const changed = await olive.patch(setup.address(update, id), { [field]: value });
      expect(changed.statusCode, changed.body).toBe(200);
      expectField(resource, field, value, await setup.read(id));
      await setup.remove(id);
    });
});

const script = resources.find(({ name }) => name === 'element') as Resource;
const edited = Object.keys(shapeOf((UpdateEditSchema.shape as Row).fields as z.ZodType));

test.for(edited)(
  'is stored by an edit of the script, and restored by its undo: %s',
  async (field, { olive }) => {
    const setup = await setupOf(olive, script);
    const value = valueFor(script, updateElement, field, setup);
    const { id } = await setup.created();
    const before = (await setup.read(id)) as Row & ScriptRow;
    const edit = { type: 'update', id: before.id, fields: { [field]: value } } as const;
    const changed = await olive.post(`/api/projects/${setup.code}/script-changes`, { edits: [edit] });
    expect(changed.statusCode, changed.body).toBe(200);
    expectField(script, field, value, await setup.read(id));
    await setup.remove(id);

    const draft = createEditSession({
      ...emptySnapshot(before.projectId),
      order: [before],
      rows: new Map([[before.id, before]]),
    });
    for (const inverse of applyWithInverse(draft, edit)) applyEdit(draft, inverse);
    expect({ ...draft.rows.get(before.id), version: 0 }).toEqual({ ...before, version: 0 });
  },
);

const setups = new Map<Resource, Promise<Setup>>();

/** Return the project of a resource. Each resource has its own. */
function setupOf(olive: Caller, resource: Resource): Promise<Setup> {
  const place = setups.get(resource) ?? createSetup(olive, resource);
  setups.set(resource, place);
  return place;
}

/**
 * Create a project with two acts, three scenes and one row of the resource, and the calls to that
 * row.
 */
async function createSetup(olive: Caller, resource: Resource) {
  const project = await olive.post('/api/projects', { name: 'Night Ferry' });
  const code = encodeProjectId(project.json().id);
  const inProject = (path: string) => `/api/projects/${code}/${path}`;
  const posted = async (path: string, body: object): Promise<Row> => {
    const answer = await olive.post(inProject(path), body);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  };
  for (const title of ['One', 'Two']) await posted('acts', { title });
  const sequence = await posted('sequences', { name: 'Boarding', actNumber: 1 });
  for (const sceneNumber of [1, 2, 3])
    await posted('scenes', { sceneNumber, actNumber: 1, heading: `INT. CABIN ${sceneNumber} - NIGHT` });
  const beat = await posted('story-beats', { title: 'Forty cars', actNumber: 1 });
  const scenes = (await olive.get(inProject('scenes'))).json();
  const elements = (await olive.get(inProject('script-elements'))).json();
  const thread = await posted('comments', { content: 'Here?' });
  const isProject = resource.name === 'project';
  const address = ({ path }: EndpointShape, id?: unknown) =>
    path.replace(':id', path.startsWith('/api/projects/') ? code : String(id));
  const read = async (id: unknown): Promise<Row | undefined> => {
    if (isProject) return (await olive.get(`/api/projects/${id}`)).json();
    const list: Row[] = (await olive.get(address(resource.list))).json();
    return list.find((row) => row.id === id);
  };
  return {
    code,
    address,
    read,
    /** Rows that a field may refer to. */
    rows: {
      sequenceId: sequence.id,
      beatId: beat.id,
      sceneId: scenes[0].id,
      scriptElementId: elements[0].id,
      parentCommentId: thread.id,
    } as Row,
    remove: async (id: unknown) => {
      const path = resource.update?.path ?? `/api/${resource.list.path.split('/').at(-1)}/:id`;
      if (!isProject) expect((await olive.delete(path.replace(':id', String(id)))).statusCode).toBe(204);
    },
    created: async (): Promise<Row> => {
      if (isProject) return { id: project.json().id };
      const answer = await olive.post(address(resource.create as EndpointShape), resource.required);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json();
    },
  };
}

type Setup = Awaited<ReturnType<typeof createSetup>>;

function fieldsOf({ notStored = {} }: Resource, { body }: { body: z.ZodType }): string[] {
  return Object.keys(shapeOf(body)).filter((field) => !(field in notStored));
}

function shapeOf(schema: z.ZodType): z.core.$ZodShape {
  if (schema instanceof z.ZodObject) return schema.shape;
  throw new Error('A body is an object');
}

function valueFor({ values = {} }: Resource, { body }: { body: z.ZodType }, field: string, { rows }: Setup) {
  if (field in values) return values[field];
  if (field in rows) return rows[field];
  const schema = shapeOf(body)[field];
  if (!schema) throw new Error(`No field ${field}`);
  return exampleOf(schema, field);
}

/** Return a value that the schema accepts and that is not a default. */
function exampleOf(schema: z.core.$ZodType, name: string): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return exampleOf(schema.unwrap(), name);
  if (schema instanceof z.ZodPipe) return exampleOf(schema.in, name);
  if (schema instanceof z.ZodEnum) return schema.options.at(-1);
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return schema.maxValue === 1 ? 0.25 : 7;
  if (schema instanceof z.ZodString) return `Words of ${name}`;
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element, name)];
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as z.core.$ZodShape).map(([key, field]) => [key, exampleOf(field, key)]),
    );
  throw new Error(`${name}: no value can be made from its schema; name one in the table`);
}

function expectField({ readAs = {} }: Resource, field: string, value: unknown, row: Row | undefined): void {
  const stored = row && (readAs[field]?.(row) ?? row[field]);
  expect({ [field]: stored }).toEqual({ [field]: value });
}
