import { diceOf } from '#screenplay/dice.ts';
import { type Animatic, type AnimaticShot, lineAtSecond, shotAt } from './animatic.ts';

/** The size of a film. */
export const frameWidth = 1280;
export const frameHeight = 720;

/** A film is dark around its pictures in either theme, and its letters are those of the script. */
const colours = { ground: '#101114', ink: '#f4f2ec', quiet: '#a9abb3', shade: 'rgb(0 0 0 / 0.62)' };
const typeface = '"Courier Prime", "Courier New", monospace';
const titleShownSeconds = 3.2;
const titleFadeSeconds = 0.5;
const captionLines = 3;

export interface DrawnPicture {
  source: CanvasImageSource;
  width: number;
  height: number;
  /** A frame of a video, which is not moved besides. */
  isMoving?: boolean;
}

interface FrameInput {
  animatic: Animatic;
  second: number;
  pictureOf: (shot: AnimaticShot) => DrawnPicture | null;
  hasCaptions: boolean;
}

/** One frame, the same for the same time, on screen and in the file. */
export function drawFrame(
  context: CanvasRenderingContext2D,
  { animatic, second, pictureOf, hasCaptions }: FrameInput,
) {
  const shot = shotAt(animatic, second);
  context.globalAlpha = 1;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, frameWidth, frameHeight);
  if (!shot) return;
  const picture = pictureOf(shot);
  if (picture) drawPanned(context, shot, second, picture);
  if (picture) drawTitle(context, shot, second);
  else drawCard(context, shot);
  const line = hasCaptions ? lineAtSecond(animatic, second) : null;
  if (line) drawCaption(context, line.speaker === null ? line.text : `${line.speaker}: ${line.text}`);
}

/**
 * Draw the picture with a slow pan over the whole shot, in a different direction for each scene.
 */
function drawPanned(
  context: CanvasRenderingContext2D,
  shot: AnimaticShot,
  second: number,
  picture: DrawnPicture,
) {
  const dice = diceOf(`pan ${shot.sceneId}`);
  const length = Math.max(0.1, shot.endSeconds - shot.startSeconds);
  const share = Math.min(1, Math.max(0, (second - shot.startSeconds) / length));
  const [from, to] = dice.chance(0.5) ? [1.03, 1.14] : [1.14, 1.03];
  const zoom = picture.isMoving ? 1 : from + (to - from) * share;
  const isTall = picture.width < picture.height;
  const fit = (isTall ? Math.min : Math.max)(frameWidth / picture.width, frameHeight / picture.height);
  const [width, height] = [picture.width * fit * zoom, picture.height * fit * zoom];
  const way = share - 0.5;
  const x = (frameWidth - width) / 2 + dice.between(-1, 1) * way * Math.max(0, width - frameWidth) * 0.9;
  const y = (frameHeight - height) / 2 + dice.between(-1, 1) * way * Math.max(0, height - frameHeight) * 0.9;
  context.drawImage(picture.source, x, y, width, height);
}

function drawTitle(context: CanvasRenderingContext2D, shot: AnimaticShot, second: number) {
  const since = second - shot.startSeconds;
  const left = titleShownSeconds - since;
  if (left <= 0) return;
  context.globalAlpha = Math.min(1, since / titleFadeSeconds + 0.001, left / titleFadeSeconds);
  context.fillStyle = colours.shade;
  context.fillRect(0, 0, frameWidth, 92);
  context.fillStyle = colours.ink;
  context.font = `600 30px ${typeface}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(shortened(context, titleOf(shot), frameWidth - 96), 48, 48);
  context.globalAlpha = 1;
}

/** A scene without a picture. */
function drawCard(context: CanvasRenderingContext2D, shot: AnimaticShot) {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `600 44px ${typeface}`;
  context.fillStyle = colours.ink;
  const lines = wrapped(context, shot.heading || 'Before the first scene', frameWidth - 240).slice(0, 3);
  const top = frameHeight / 2 - ((lines.length - 1) * 56) / 2;
  for (const [index, line] of lines.entries()) context.fillText(line, frameWidth / 2, top + index * 56);
  if (shot.number === undefined) return;
  context.font = `400 28px ${typeface}`;
  context.fillStyle = colours.quiet;
  context.fillText(`Scene ${shot.number}`, frameWidth / 2, top - 72);
}

function drawCaption(context: CanvasRenderingContext2D, text: string) {
  context.font = `400 28px ${typeface}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const all = wrapped(context, text, frameWidth - 280);
  const lines = all.slice(0, captionLines);
  if (all.length > captionLines) lines[captionLines - 1] = `${lines[captionLines - 1]} …`;
  const height = lines.length * 38 + 24;
  const top = frameHeight - height - 28;
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 48;
  context.fillStyle = colours.shade;
  context.fillRect((frameWidth - width) / 2, top, width, height);
  context.fillStyle = colours.ink;
  for (const [index, line] of lines.entries()) context.fillText(line, frameWidth / 2, top + 31 + index * 38);
}

export function titleOf({ number, heading }: Pick<AnimaticShot, 'number' | 'heading'>): string {
  return [number, heading || 'Before the first scene'].filter(Boolean).join('  ');
}

function wrapped(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && context.measureText(longer).width > width) {
      lines.push(line);
      line = shortened(context, word, width);
    } else line = shortened(context, longer, width);
  }
  return [...lines, line];
}

function shortened(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > width) end = Math.floor(end * 0.9);
  return `${text.slice(0, end)}…`;
}
