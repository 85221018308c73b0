import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInVoices } from '#engines/sound/voices/catalogue.ts';
import { plainEnv } from '#test/plainEnv.ts';
import { freePort } from '#test/ports.ts';
import { copyPreparedData } from '#test/preparedData.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-keyless-'));
const refused = path.join(folder, 'refused');
const refusing = ['--import', path.resolve('test/refuseConnections.ts')];
let server: ChildProcess;
let address: string;
let cookie: string;

beforeAll(async () => {
  await copyPreparedData(folder);
  const port = String(await freePort());
  address = `http://127.0.0.1:${port}`;
  const env = { ...plainEnv(), LOG_LEVEL: 'error', DATA_DIR: folder, PORT: port, REFUSED: refused };
  server = spawn(process.execPath, [...refusing, 'server/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  while (!output.includes('token=')) {
    const [text] = (await once(server.stdout as NodeJS.EventEmitter, 'data')) as [Buffer];
    output += text;
  }
  const token = /token=([\w-]+)/.exec(output)?.[1];
  const signedIn = await send('POST', '/api/login/link', { token });
  cookie = signedIn.headers.getSetCookie().find((each) => each.startsWith('sid=')) ?? '';
});
afterAll(async () => {
  server.kill('SIGKILL');
  await once(server, 'exit');
  fs.rmSync(folder, { recursive: true, force: true });
});

function send(method: string, url: string, body?: object): Promise<Response> {
  const headers = { cookie: cookie ?? '', ...(body && { 'content-type': 'application/json' }) };
  return fetch(address + url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function importedProject() {
  const form = new FormData();
  const text = 'INT. CAR DECK - NIGHT\n\nRain on black water.\n\nMARA\nForty-one.\n';
  form.append('scriptFile', new Blob([text]), 'night-ferry.fountain');
  const reply = await fetch(`${address}/api/projects/import-file`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  const { project } = (await reply.json()) as { project: { id: number } };
  const read = async (list: string) => (await send('GET', `/api/projects/${project.id}/${list}`)).json();
  const [scene] = (await read('scenes')) as { id: number }[];
  const [character] = (await read('characters')) as { id: number }[];
  const [, element] = (await read('script-elements')) as { id: number }[];
  return { id: project.id, sceneId: scene?.id, characterId: character?.id, elementId: element?.id };
}

describe('a server without keys', () => {
  test('connects to no other machine, whatever is asked of it', async () => {
    const { id, sceneId, characterId, elementId } = await importedProject();
    const calls: [string, string, object?][] = [
      ['POST', `/api/projects/${id}/ai-chat`, { message: 'Is the opening too slow?' }],
      ['POST', `/api/projects/${id}/generate-improvements`, {}],
      ['POST', `/api/scenes/${sceneId}/generate-image`, { prompt: 'A ferry' }],
      ['POST', `/api/characters/${characterId}/generate-avatar`, { prompt: 'A woman' }],
      ['POST', '/api/generate-speech', { text: 'Forty-one.', voiceId: builtInVoices[0]?.voiceId }],
      ['POST', '/api/generate-sound-effect', { text: 'Rain', elementId }],
      ['GET', `/api/projects/${id}/export/fdx`],
      ['GET', `/api/projects/${id}/export/pdf`],
      ['GET', `/api/projects/${id}/export/archive`],
      ['GET', '/api/auth/user/archive'],
      ['POST', '/api/login', { email: 'writer@coldopen.local' }],
    ];
    const statuses: [string, number][] = [];
    for (const [method, url, body] of calls) {
      const reply = await send(method, url, body);
      await reply.arrayBuffer();
      statuses.push([url.replaceAll(/\/\d+/g, ''), reply.status]);
    }
    expect(statuses.filter(([, status]) => status >= 400)).toEqual([]);
    expect(fs.existsSync(refused) ? fs.readFileSync(refused, 'utf8') : '').toBe('');
  });

  test('is watched: a connection to another machine would be refused and listed', async () => {
    const env = { ...plainEnv(), REFUSED: refused };
    const code = "fetch('https://models.example.com').catch((error) => console.log(String(error.cause)))";
    const child = spawn(process.execPath, [...refusing, '-e', code], { env });
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    expect(text.toString()).toContain('Connections to models.example.com are refused');
    expect(fs.readFileSync(refused, 'utf8')).toBe('models.example.com\n');
  });
});
