import type { ComponentType } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { type ViewFile, views } from '#shared/views.ts';
import { createLazyModule, type LazyModule } from '#web/lib/lazyModule.ts';

export type ViewScreen = ComponentType<{ project: Project }>;

const files = import.meta.glob<{ default: ViewScreen }>('./*/*.view.tsx');

/** The screens of the views of a project (shared/views.ts), each loaded when it is first needed. */
export const viewCode = Object.fromEntries(
  views.map(({ file }) => [file, createLazyModule(() => loadScreen(file))]),
) as Record<ViewFile, LazyModule<ViewScreen>>;

async function loadScreen(file: ViewFile): Promise<ViewScreen> {
  const load = files[`./${file}`];
  if (!load) throw new Error(`shared/views.ts names web/${file}, which does not exist`);
  return (await load()).default;
}
