import { buffer } from 'node:stream/consumers';
import { defaultFormat, type Paper } from '#screenplay/format.ts';
import { sheets } from '#screenplay/layout/metrics.ts';
import { provideLockRules } from '#screenplay/production/provideLockRules.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Db } from '#server/db/client.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { fileNameOf, type Storage } from '#server/storage/storage.ts';
import { widthToHeight } from '#shared/contract/fields.ts';
import type { BoardOrder, ScriptWriter } from '../writing.ts';
import { actTitles, boardScenes } from './board.queries.ts';
import { isSvg } from './boardPicture.ts';
import { boardGridOf } from './makeBoardPdf.ts';

provideLockRules();

export interface BoardDeps {
  db: Db;
  storage: Storage;
  writer: ScriptWriter;
}

export interface BoardOptions {
  perPage: number;
  withNotes: boolean;
  /** Null: the paper of the script. */
  paper: Paper | null;
}

/** Pixels of a picture per inch of paper, for printing. */
const pointsPerInch = 220;
/**
 * Weight of a bitmap picture in characters of a script. Fifty of them are as much work as a long
 * script.
 */
const pictureSize = 20_000;

/**
 * Export the storyboard as a PDF. Throws notFound. Pictures are read and downscaled one at a time,
 * so that memory holds only what is printed.
 */
export async function boardFile(
  { db, storage, writer }: BoardDeps,
  projectId: number,
  userId: string,
  { perPage, withNotes, paper }: BoardOptions,
): Promise<{ name: string; file: Uint8Array }> {
  const project = await projectRow(db, projectId);
  const scenes = await boardScenes(db, projectId);
  const numbers = sceneNumbersOf(scenes, project.format ?? defaultFormat);
  const actOf = actsInWords(scenes, await actTitles(db, projectId));
  const ratio = widthToHeight(project.conceptImageAspectRatio);
  const page = { perPage, withNotes, ratio, paper: sheets[paper ?? project.paper] };
  const maxWidth = (boardGridOf(page).pictureWidth / 72) * pointsPerInch;
  const size = scenes.filter(({ imageUrl }) => imageUrl?.endsWith('.svg') === false).length * pictureSize;
  const { bytes: file } = await writer.run(userId, size, async (send) => {
    const frames: BoardOrder['frames'][number][] = [];
    for (const { id, heading, actNumber, notes, imageUrl } of scenes) {
      const stored = await read(storage, imageUrl);
      const isReady = stored === null || isSvg(stored);
      const picture = isReady ? stored : (await send({ format: 'picture', bytes: stored, maxWidth })).bytes;
      const number = numbers.get(id) ?? null;
      frames.push({ number, heading, act: actOf(actNumber), notes: notes ?? '', picture });
    }
    return send({ format: 'storyboard', title: project.name, frames, ...page });
  });
  return { name: project.name, file };
}

/** Read the picture. Null: there is none or its file is missing, and the frame stays empty. */
async function read(storage: Storage, url: string | null): Promise<Uint8Array<ArrayBuffer> | null> {
  const name = fileNameOf(url);
  const content = name === null ? null : await storage.read(name);
  return content && new Uint8Array(await buffer(content));
}

/** Return a function that names acts, or "" if no act is planned and all scenes are in one act. */
function actsInWords(
  scenes: readonly { actNumber: number }[],
  planned: readonly { number: number; title: string }[],
): (actNumber: number) => string {
  const isSorted = new Set(scenes.map(({ actNumber }) => actNumber)).size > 1;
  const titles = new Map(planned.map(({ number, title }) => [number, title]));
  return (actNumber) => {
    if (!isSorted && planned.length === 0) return '';
    const title = titles.get(actNumber)?.trim() ?? '';
    const name = `Act ${actNumber}`;
    return title === '' || title.toLowerCase().startsWith(name.toLowerCase())
      ? title || name
      : `${name}: ${title}`;
  };
}
