import { type APIRequestContext, expect } from '@playwright/test';
import type { Element } from '#shared/contract/elements.ts';
import { importField } from '#shared/contract/importing.ts';
import type { Project, ProjectSummary } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { encodeProjectId } from '#shared/projectId.ts';

/** Calls for projects, made outside the page with the cookie of its session. */

export interface ScriptFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export async function aStoredProject(request: APIRequestContext, name: string): Promise<Project> {
  const answer = await request.post('/api/projects', { data: { name } });
  expect(answer.status()).toBe(201);
  return answer.json();
}

export async function importProject(request: APIRequestContext, file: ScriptFile): Promise<Project> {
  const answer = await request.post('/api/projects/import-file', { multipart: { [importField]: file } });
  expect(answer.status()).toBe(201);
  const { project }: { project: Project } = await answer.json();
  return project;
}

export function storedProjects(request: APIRequestContext): Promise<ProjectSummary[]> {
  return read(request, '/api/projects');
}

export function storedElements(request: APIRequestContext, { id }: Pick<Project, 'id'>): Promise<Element[]> {
  return read(request, `/api/projects/${encodeProjectId(id)}/script-elements`);
}

export function storedScenes(request: APIRequestContext, { id }: Pick<Project, 'id'>): Promise<Scene[]> {
  return read(request, `/api/projects/${encodeProjectId(id)}/scenes`);
}

export function scriptAddress({ id }: Pick<Project, 'id'>): string {
  return `/projects/${encodeProjectId(id)}/script`;
}

async function read<T>(request: APIRequestContext, address: string): Promise<T> {
  const answer = await request.get(address);
  expect(answer.status()).toBe(200);
  return answer.json();
}
