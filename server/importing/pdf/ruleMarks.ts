import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PositionedRun } from '#screenplay/pdfImport/positionedText.ts';

/** Horizontal line that a page draws, in points from the bottom left corner. */
export interface DrawnRule {
  from: number;
  to: number;
  y: number;
}

interface OperatorList {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

type Matrix = readonly [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];
/** Maximum height of a line; anything higher is a box. */
const maxThickness = 2.5;
/** A page with more lines than this is a drawing. */
const maxRules = 5000;

/** Return the horizontal lines among the drawing commands of a page. */
export function rulesOf({ fnArray, argsArray }: OperatorList): DrawnRule[] {
  const rules: DrawnRule[] = [];
  const stack: Matrix[] = [];
  let matrix = identity;
  for (let at = 0; at < fnArray.length && rules.length < maxRules; at++) {
    const args = argsArray[at] as unknown[];
    switch (fnArray[at]) {
      case OPS.save:
        stack.push(matrix);
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        matrix = stack.pop() ?? identity;
        break;
      case OPS.transform:
        matrix = multiply(matrix, args as unknown as Matrix);
        break;
      case OPS.paintFormXObjectBegin: {
        stack.push(matrix);
        const [form] = args;
        if (isMatrix(form)) matrix = multiply(matrix, form);
        break;
      }
      case OPS.constructPath:
        addRules(args, matrix, rules);
    }
  }
  return rules;
}

function isMatrix(value: unknown): value is Matrix {
  return (Array.isArray(value) || ArrayBuffer.isView(value)) && (value as ArrayLike<number>).length === 6;
}

function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [A, B, C, D, E, F] = inner;
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f];
}

const painting = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
/** Number of coordinates by path operator: move, line, two curves, close. */
const coordinates = [2, 2, 6, 4, 0];

/** Add the subpaths of a painted path that are flat. */
function addRules([paint, paths]: unknown[], matrix: Matrix, rules: DrawnRule[]): void {
  const path = (paths as [ArrayLike<number> | null])[0];
  if (!path || !painting.has(paint as number)) return;
  let box = emptyBox();
  const finish = () => {
    if (box.right - box.left > 2 && box.top - box.bottom <= maxThickness)
      rules.push({ from: box.left, to: box.right, y: (box.top + box.bottom) / 2 });
    box = emptyBox();
  };
  for (let at = 0; at < path.length && rules.length < maxRules; ) {
    const operator = path[at++] as number;
    const count = coordinates[operator];
    if (count === undefined) return;
    if (operator === 0) finish();
    for (let end = at + count; at < end; at += 2) {
      const [x, y] = [path[at] as number, path[at + 1] as number];
      const left = matrix[0] * x + matrix[2] * y + matrix[4];
      const height = matrix[1] * x + matrix[3] * y + matrix[5];
      box.left = Math.min(box.left, left);
      box.right = Math.max(box.right, left);
      box.bottom = Math.min(box.bottom, height);
      box.top = Math.max(box.top, height);
    }
  }
  finish();
}

function emptyBox() {
  return { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
}

/**
 * Mark runs above a line as underlined, and those that a line crosses as struck. A run that is
 * marked in part is split at the character where the line begins or ends.
 */
export function withRules(
  runs: readonly PositionedRun[],
  rules: readonly DrawnRule[],
  heightPoints: number,
): PositionedRun[] {
  if (rules.length === 0) return [...runs];
  return runs.flatMap((run) => {
    const above = heightPoints - run.yPoints;
    const near = rules.filter(
      ({ from, to, y }) =>
        from < run.xPoints + run.widthPoints - 1 &&
        to > run.xPoints + 1 &&
        y > above - run.sizePoints * 0.35 &&
        y < above + run.sizePoints * 0.45,
    );
    return near.length === 0 || run.isRotated ? [run] : splitByRules(run, near, above);
  });
}

function splitByRules(run: PositionedRun, near: readonly DrawnRule[], above: number): PositionedRun[] {
  const letters = Array.from(run.text);
  const width = run.widthPoints / letters.length;
  const split: PositionedRun[] = [];
  for (const [index, letter] of letters.entries()) {
    const middle = run.xPoints + (index + 0.5) * width;
    const crossing = near.filter(({ from, to }) => from <= middle && to >= middle);
    const isStruck = crossing.some(({ y }) => y > above + run.sizePoints * 0.12);
    const isUnderlined = crossing.some(({ y }) => y <= above + run.sizePoints * 0.12);
    const last = split.at(-1);
    if (last && last.isStruck === isStruck && last.isUnderlined === isUnderlined) {
      last.text += letter;
      last.widthPoints += width;
    } else {
      split.push({
        ...run,
        text: letter,
        xPoints: run.xPoints + index * width,
        widthPoints: width,
        isStruck,
        isUnderlined,
      });
    }
  }
  return split;
}
