import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { drawScene } from '#engines/storyboard/scene.ts';
import { escapeXml } from '#engines/storyboard/svg.ts';
import { characterNamesOf } from '#screenplay/cue.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { factsOfProject, type ReadProject } from '#screenplay/facts/project.ts';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { chromiumPath } from '#test/e2e/chromium.ts';
import { corpusBytes, hasCorpus } from './corpus.ts';

/*
 * Draws forty frames of four scripts on one sheet for inspection: node bench/contactSheet.ts
 * [file.webp]. Each has its alternative text below; the scripts' words are not on it.
 */

const scripts = [
  'buckets.fdx',
  'last-birthday-card.fountain',
  'my-living-memory.fountain',
  'brick-and-steel.fountain',
];
const framesOfEach = 10;
const columns = 5;

function factsOf(name: string): ReadProject {
  const bytes = corpusBytes(name);
  const result = name.endsWith('.fdx') ? parseFdx(bytes) : parseFountain(bytes.toString('utf8'));
  if (!result.ok) throw new Error(`${name}: ${result.message}`);
  const elements = result.screenplay.elements.map((element, at) => ({ ...element, id: at + 1 }));
  return factsOfProject({ elements });
}

/**
 * Return frames spread over a script; with fewer scenes than frames, repeat scenes from their later
 * halves.
 */
function framesOf(name: string): { alt: string; svg: string }[] {
  const facts = factsOf(name);
  const scenes = facts.scenes.filter(({ heading }) => heading !== '');
  return Array.from({ length: framesOfEach }, (_, at) => {
    const share = (at / framesOfEach) * scenes.length;
    const scene = scenes[Math.floor(share)];
    if (!scene) throw new Error(`${name} has no scenes.`);
    const from = scene.from + 1 + Math.floor((share % 1) * (scene.to - scene.from - 1));
    const elements = facts.elements.slice(scenes.length < framesOfEach ? from : scene.from + 1, scene.to);
    const { svg, alt } = drawScene({
      heading: scene.heading,
      text: elements.map(({ content }) => plainText(content)).join('\n'),
      action: elements
        .filter(({ elementType }) => elementType === 'action')
        .map(({ content }) => plainText(content))
        .join('\n'),
      characters: characterNamesOf(elements),
      cast: [...facts.people.values()].map(({ name }) => ({ name })),
      ...(scene.strip.time && { timeBefore: scene.strip.time }),
      ratio: '16:9',
    });
    return { alt, svg };
  });
}

if (!hasCorpus) throw new Error('The scripts of the corpus are missing; set CORPUS_DIR.');
const frames = scripts.flatMap(framesOf);
const cells = frames.map(
  ({ svg, alt }) => `<figure>${svg}<figcaption>${escapeXml(alt, 60)}</figcaption></figure>`,
);
const page = `<!doctype html><style>body{margin:12px;background:#F7F5F0;display:grid;gap:10px;grid-template-columns:repeat(${columns},1fr);width:1900px}
figure{margin:0}svg{display:block;width:100%;height:auto}figcaption{font:12px sans-serif;color:#1D1B18;padding:3px 0;white-space:nowrap;overflow:hidden}</style>${cells.join('')}`;
const target = path.resolve(process.argv[2] ?? 'docs/pictures/frames.webp');
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
try {
  const view = await browser.newPage({ viewport: { width: 1924, height: 1000 } });
  await view.setContent(page);
  await mkdir(path.dirname(target), { recursive: true });
  const png = await view.screenshot({ fullPage: true, type: 'png' });
  const webp = await view.evaluate(
    async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      const canvas = document.createElement('canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', 0.8);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await writeFile(target, Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'));
} finally {
  await browser.close();
}
const different = new Set(frames.map(({ svg }) => svg)).size;
console.log(`${target}: ${frames.length} frames, ${different} different ones`);
