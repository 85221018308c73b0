import fs from 'node:fs';
import type { Env, ServiceAccount } from './env.ts';
import { parseUrl, parseWebUrl, type Read, shouldBe } from './envVariables.ts';
import { StartError } from './startError.ts';

export function openaiOf(read: Read): Env['openai'] {
  const apiKey = read('OPENAI_API_KEY');
  const baseUrl = parseWebUrl('OPENAI_BASE_URL', read('OPENAI_BASE_URL'));
  const chatModel = read('OPENAI_CHAT_MODEL');
  const imageModel = read('OPENAI_IMAGE_MODEL');
  const contextTokens = contextTokensOf(read('OPENAI_CONTEXT_TOKENS'));
  if (apiKey !== null || baseUrl !== null) return { apiKey, baseUrl, chatModel, imageModel, contextTokens };
  if (chatModel !== null || imageModel !== null)
    throw new StartError(
      `OPENAI_API_KEY should be set, because ${chatModel === null ? 'OPENAI_IMAGE_MODEL' : 'OPENAI_CHAT_MODEL'} is.`,
    );
  return null;
}

function contextTokensOf(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{4,8}$/.test(text)) return Number(text);
  throw shouldBe('OPENAI_CONTEXT_TOKENS', 'how many tokens the model reads at once, such as 128000', text);
}

export function elevenlabsOf(read: Read): Env['elevenlabs'] {
  const provider = providerOf(read, 'ELEVENLABS');
  const speechModel = read('ELEVENLABS_SPEECH_MODEL');
  if (provider) return { ...provider, speechModel };
  if (speechModel === null) return null;
  throw new StartError('ELEVENLABS_API_KEY should be set, because ELEVENLABS_SPEECH_MODEL is.');
}

export function googleOf(read: Read): Env['google'] {
  const apiKey = read('GOOGLE_API_KEY');
  const baseUrl = parseWebUrl('GOOGLE_BASE_URL', read('GOOGLE_BASE_URL'));
  const videoModel = read('GOOGLE_VIDEO_MODEL');
  if (apiKey !== null) return { apiKey, baseUrl, videoModel };
  if (read('GOOGLE_SERVICE_ACCOUNT') !== null || (baseUrl ?? videoModel) === null) return null;
  if (baseUrl !== null) throw new StartError('GOOGLE_API_KEY should be set, because GOOGLE_BASE_URL is.');
  throw new StartError('GOOGLE_API_KEY should be set, because GOOGLE_VIDEO_MODEL is.');
}

export function googleCloudOf(read: Read): Env['googleCloud'] {
  const file = read('GOOGLE_SERVICE_ACCOUNT');
  if (file === null) return null;
  const location = read('GOOGLE_LOCATION') ?? 'us-central1';
  if (!/^[a-z]+(-[a-z]+)*\d*$/.test(location))
    throw shouldBe('GOOGLE_LOCATION', 'a region such as us-central1', location);
  return {
    account: serviceAccountIn(file),
    location,
    storageUri: parseUrl('GOOGLE_STORAGE_URI', read('GOOGLE_STORAGE_URI'), ['gs:']),
    baseUrl: parseWebUrl('GOOGLE_BASE_URL', read('GOOGLE_BASE_URL')),
    videoModel: read('GOOGLE_VIDEO_MODEL'),
  };
}

/** Read a service account file. Its content is never printed. */
function serviceAccountIn(file: string): ServiceAccount {
  const wrong = () => shouldBe('GOOGLE_SERVICE_ACCOUNT', "the path of a service account's JSON file", file);
  let content: Record<string, unknown>;
  try {
    content = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch {
    throw wrong();
  }
  const {
    project_id: project,
    client_email: email,
    private_key: privateKey,
    token_uri: tokenUri,
  } = content ?? {};
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  if (!isText(project) || !isText(email) || !isText(privateKey) || !isText(tokenUri)) throw wrong();
  if (!URL.canParse(tokenUri)) throw wrong();
  return { project, email, privateKey, tokenUri };
}

function providerOf(read: Read, prefix: string): { apiKey: string; baseUrl: string | null } | null {
  const apiKey = read(`${prefix}_API_KEY`);
  const baseUrl = parseWebUrl(`${prefix}_BASE_URL`, read(`${prefix}_BASE_URL`));
  if (apiKey !== null) return { apiKey, baseUrl };
  if (baseUrl === null) return null;
  throw new StartError(`${prefix}_API_KEY should be set, because ${prefix}_BASE_URL is.`);
}
