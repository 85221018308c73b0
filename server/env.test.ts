import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readEnv, type Variables } from './env.ts';
import { StartError } from './startError.ts';

const rejection = (variables: Variables) => {
  try {
    readEnv(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
  return 'no rejection';
};

test('readEnv has a usable default for every variable', () => {
  expect(readEnv({})).toEqual({
    isProduction: false,
    host: '127.0.0.1',
    port: 5000,
    publicUrl: 'http://127.0.0.1:5000',
    dataDir: path.resolve('data'),
    databaseUrl: null,
    redisUrl: null,
    s3: null,
    smtpUrl: null,
    mailFrom: 'Cold Open <no-reply@coldopen.local>',
    trustProxy: [],
    secretKey: null,
    previousSecretKey: null,
    adminEmails: ['writer@coldopen.local', 'admin@coldopen.local'],
    oidc: null,
    openai: null,
    elevenlabs: null,
    google: null,
    googleCloud: null,
    stripe: null,
    logLevel: 'info',
    metricsPort: null,
    slowCallMs: 1000,
    traceUrl: null,
    backup: {
      target: { type: 'folder', folder: path.resolve('data/backups') },
      passphrase: null,
      keep: 14,
      isNightly: false,
    },
    quotas: {
      storageMb: { person: null, project: null, organisation: null },
      exportsPerDay: { person: null, project: null, organisation: null },
      aiCreditsPerMonth: null,
    },
  });
});

test('readEnv ignores an empty variable', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: ' ', S3_BUCKET: '', LOG_LEVEL: '' })).toEqual(readEnv({}));
});

const s3 = {
  S3_BUCKET: 'scripts',
  S3_REGION: 'eu-north-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const oidc = { OIDC_ISSUER: 'https://id.example/realm/', OIDC_CLIENT_ID: 'co', OIDC_CLIENT_SECRET: 's' };
const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh' };

test.each<[string, Variables, object]>([
  ['NODE_ENV', { NODE_ENV: 'production' }, { isProduction: true }],
  ['PORT', { PORT: '8080' }, { port: 8080, publicUrl: 'http://127.0.0.1:8080' }],
  ['HOST, all addresses', { HOST: '0.0.0.0' }, { host: '0.0.0.0', publicUrl: 'http://localhost:5000' }],
  ['HOST, IPv6', { HOST: '::1' }, { host: '::1', publicUrl: 'http://[::1]:5000' }],
  [
    'PUBLIC_URL',
    { PUBLIC_URL: 'https://Write.example.com/' },
    { publicUrl: 'https://write.example.com', mailFrom: 'Cold Open <no-reply@write.example.com>' },
  ],
  ['PUBLIC_URL, with a path', { PUBLIC_URL: 'http://h.example/a/b/' }, { publicUrl: 'http://h.example/a/b' }],
  ['DATA_DIR', { DATA_DIR: '/srv/cold-open' }, { dataDir: path.resolve('/srv/cold-open') }],
  [
    'BACKUP_TO, a folder',
    { BACKUP_TO: '/backups', BACKUP_KEEP: '3', BACKUP_PASSPHRASE: 'twelve or more' },
    {
      backup: {
        target: { type: 'folder', folder: '/backups' },
        ...{ passphrase: 'twelve or more', keep: 3, isNightly: true },
      },
    },
  ],
  [
    'BACKUP_TO, a bucket with some variables of the files',
    { ...s3, BACKUP_TO: 's3://nights/cold/open/', BACKUP_S3_REGION: 'eu-west-1' },
    {
      backup: {
        target: {
          ...{ type: 'bucket', bucket: 'nights', prefix: 'cold/open/', region: 'eu-west-1', endpoint: null },
          ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
        },
      },
    },
  ],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a:b@db/x' }, { databaseUrl: 'postgres://a:b@db/x' }],
  ['REDIS_URL', { REDIS_URL: 'rediss://cache:6380' }, { redisUrl: 'rediss://cache:6380' }],
  ['REDIS_URL', { REDIS_URL: 'redis://a:1, redis://b:2' }, { redisUrl: 'redis://a:1, redis://b:2' }],
  [
    'S3',
    { ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000/' },
    {
      s3: {
        bucket: 'scripts',
        region: 'eu-north-1',
        endpoint: 'http://127.0.0.1:9000',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
    },
  ],
  ['SMTP_URL', { SMTP_URL: 'smtps://u:p@mail:465' }, { smtpUrl: 'smtps://u:p@mail:465' }],
  ['MAIL_FROM', { MAIL_FROM: 'Desk <desk@nightferry.test>' }, { mailFrom: 'Desk <desk@nightferry.test>' }],
  [
    'ADMIN_EMAILS',
    { ADMIN_EMAILS: 'Ada@NightFerry.test, olive@nightferry.test,' },
    { adminEmails: ['ada@nightferry.test', 'olive@nightferry.test'] },
  ],
  [
    'TRUST_PROXY',
    { TRUST_PROXY: '10.0.0.5, 192.168.0.0/16,2001:db8::/32,' },
    { trustProxy: ['10.0.0.5', '192.168.0.0/16', '2001:db8::/32'] },
  ],
  ['SECRET_KEY_PREVIOUS', { SECRET_KEY_PREVIOUS: 'p'.repeat(32) }, { previousSecretKey: 'p'.repeat(32) }],
  ['SECRET_KEY', { SECRET_KEY: 'k'.repeat(32) }, { secretKey: 'k'.repeat(32) }],
  [
    'OIDC',
    { ...oidc, OIDC_NAME: 'Ferry ID' },
    { oidc: { issuer: 'https://id.example/realm', clientId: 'co', clientSecret: 's', name: 'Ferry ID' } },
  ],
  ['OIDC_NAME is optional', oidc, { oidc: expect.objectContaining({ name: 'single sign-on' }) }],
  [
    'OPENAI, by key',
    { OPENAI_API_KEY: 'k', OPENAI_CHAT_MODEL: 'm', OPENAI_IMAGE_MODEL: 'i' },
    { openai: { apiKey: 'k', baseUrl: null, chatModel: 'm', imageModel: 'i', contextTokens: null } },
  ],
  [
    'OPENAI, a server on this machine',
    { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' },
    {
      openai: {
        apiKey: null,
        baseUrl: 'http://127.0.0.1:11434/v1',
        chatModel: null,
        imageModel: null,
        contextTokens: null,
      },
    },
  ],
  [
    'ELEVENLABS',
    { ELEVENLABS_API_KEY: 'k', ELEVENLABS_BASE_URL: 'http://127.0.0.1:1', ELEVENLABS_SPEECH_MODEL: 'v' },
    { elevenlabs: { apiKey: 'k', baseUrl: 'http://127.0.0.1:1', speechModel: 'v' } },
  ],
  ['GOOGLE', { GOOGLE_API_KEY: 'k' }, { google: { apiKey: 'k', baseUrl: null } }],
  [
    'STRIPE',
    { ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:2' },
    {
      stripe: {
        secretKey: 'sk',
        publishableKey: 'pk',
        webhookSecret: 'wh',
        apiBase: 'http://127.0.0.1:2',
      },
    },
  ],
  ['LOG_LEVEL', { LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  ['METRICS_PORT', { METRICS_PORT: '9100' }, { metricsPort: 9100 }],
  [
    'QUOTA',
    {
      ...{ QUOTA_PERSON_STORAGE_MB: '500', QUOTA_PROJECT_EXPORTS_PER_DAY: '20' },
      QUOTA_ORGANISATION_AI_CREDITS_PER_MONTH: '9000',
    },
    {
      quotas: {
        storageMb: { person: 500, project: null, organisation: null },
        exportsPerDay: { person: null, project: 20, organisation: null },
        aiCreditsPerMonth: 9000,
      },
    },
  ],
  ['SLOW_CALL_MS', { SLOW_CALL_MS: '250' }, { slowCallMs: 250 }],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' },
    { traceUrl: 'http://127.0.0.1:4318' },
  ],
])('readEnv reads %s', (_, variables, expected) => {
  expect(readEnv(variables)).toMatchObject(expected);
});

test.each<[Variables, string]>([
  [{ PORT: 'abc' }, 'PORT should be a whole number from 1 to 65535, not "abc".'],
  [{ SLOW_CALL_MS: '0' }, 'SLOW_CALL_MS should be a whole number of milliseconds, not "0".'],
  [{ PORT: '0' }, 'PORT should be a whole number from 1 to 65535, not "0".'],
  [{ PORT: '5000.5' }, 'PORT should be a whole number from 1 to 65535, not "5000.5".'],
  [{ PORT: '65536' }, 'PORT should be a whole number from 1 to 65535, not "65536".'],
  [{ METRICS_PORT: '-1' }, 'METRICS_PORT should be a whole number from 1 to 65535, not "-1".'],
  [{ METRICS_PORT: '5000' }, 'METRICS_PORT should be another port than PORT, not "5000".'],
  [{ HOST: 'http://x' }, 'HOST should be a host name or an address to listen on, not "http://x".'],
  [{ PUBLIC_URL: 'write.example' }, 'PUBLIC_URL should be an address that starts with http:// or https://.'],
  [
    { PUBLIC_URL: 'https://write.example/a?b' },
    'PUBLIC_URL should be an address such as https://example.com or https://example.com/scripts.',
  ],
  [
    { PUBLIC_URL: 'https://write.example/api/' },
    'PUBLIC_URL should be an address such as https://example.com or https://example.com/scripts.',
  ],
  [
    { DATABASE_URL: 'mysql://u:p@h/d' },
    'DATABASE_URL should be an address that starts with postgres:// or postgresql://.',
  ],
  [
    { REDIS_URL: 'redis://a:1,b:2' },
    'REDIS_URL should be an address that starts with redis:// or rediss://.',
  ],
  [{ REDIS_URL: 'localhost' }, 'REDIS_URL should be an address that starts with redis:// or rediss://.'],
  [{ SMTP_URL: 'http://mail' }, 'SMTP_URL should be an address that starts with smtp:// or smtps://.'],
  [{ MAIL_FROM: 'Desk' }, 'MAIL_FROM should be an e-mail address, or Name <address>, not "Desk".'],
  [
    { ADMIN_EMAILS: 'ada@nightferry.test, olive' },
    'ADMIN_EMAILS should be e-mail addresses, separated by commas, not "olive".',
  ],
  ...['proxy.internal', '10.0.0.5/33', '10.0.0.0/0', '10.0.0.0/8/8', '10.0.0.0/', 'fe80::1%eth0', '*'].map(
    (proxy): [Variables, string] => [
      { TRUST_PROXY: `10.0.0.1,${proxy}` },
      `TRUST_PROXY should be addresses or ranges such as 10.0.0.5, 10.1.0.0/16, separated by commas, not "${proxy}".`,
    ],
  ),
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY should be at least 32 characters.'],
  [{ S3_BUCKET: 'scripts' }, 'S3_REGION should be set, because S3_BUCKET is.'],
  [{ ...s3, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY should be set, because S3_BUCKET is.'],
  [
    { ...s3, S3_ENDPOINT: 'minio:9000' },
    'S3_ENDPOINT should be an address that starts with http:// or https://.',
  ],
  [{ OIDC_CLIENT_ID: 'co' }, 'OIDC_ISSUER should be set, because OIDC_CLIENT_ID is.'],
  [
    { ...oidc, OIDC_ISSUER: 'id.example' },
    'OIDC_ISSUER should be an address that starts with http:// or https://.',
  ],
  [{ OPENAI_CHAT_MODEL: 'm' }, 'OPENAI_API_KEY should be set, because OPENAI_CHAT_MODEL is.'],
  [
    { OPENAI_BASE_URL: 'ollama' },
    'OPENAI_BASE_URL should be an address that starts with http:// or https://.',
  ],
  [
    { ELEVENLABS_BASE_URL: 'http://127.0.0.1:1' },
    'ELEVENLABS_API_KEY should be set, because ELEVENLABS_BASE_URL is.',
  ],
  [{ ELEVENLABS_SPEECH_MODEL: 'v' }, 'ELEVENLABS_API_KEY should be set, because ELEVENLABS_SPEECH_MODEL is.'],
  [{ GOOGLE_BASE_URL: 'http://127.0.0.1:1' }, 'GOOGLE_API_KEY should be set, because GOOGLE_BASE_URL is.'],
  [{ BACKUP_TO: 's3:/nights' }, 'BACKUP_TO should be a folder, or s3://bucket/path, not "s3:/nights".'],
  [
    { BACKUP_TO: 's3://nights' },
    'BACKUP_S3_REGION or S3_REGION should be set, because backups go to s3://nights.',
  ],
  [{ BACKUP_PASSPHRASE: 'short' }, 'BACKUP_PASSPHRASE should be at least 12 characters.'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP should be a number of backups from 1 to 9999, not "0".'],
  [
    { SECRET_KEY_FILE: '/nowhere/key' },
    'SECRET_KEY_FILE should name a file that this user may read, not /nowhere/key.',
  ],
  [{ SECRET_KEY: 'a', SECRET_KEY_FILE: 'b' }, 'Only one of SECRET_KEY and SECRET_KEY_FILE should be set.'],
  [{ STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_PUBLISHABLE_KEY should be set, because STRIPE_SECRET_KEY is.'],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL should be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
  ],
])('readEnv rejects %o in one line', (variables, line) => {
  expect(rejection(variables)).toBe(line);
});

test('readEnv never repeats a password in an error', () => {
  expect(rejection({ DATABASE_URL: 'mysql://olive:hunter2@db/x' })).not.toContain('hunter2');
  expect(rejection({ SMTP_URL: 'olive:hunter2@mail' })).not.toContain('hunter2');
});

test('readEnv reads the service account of Google from its file without printing it', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-account-'));
  const file = path.join(folder, 'account.json');
  const content = {
    ...{ type: 'service_account', project_id: 'ferry', client_email: 'films@ferry.example.com' },
    ...{ private_key: 'secret', token_uri: 'https://oauth2.googleapis.com/token' },
  };
  fs.writeFileSync(file, JSON.stringify(content));
  const variables = { GOOGLE_SERVICE_ACCOUNT: file, GOOGLE_STORAGE_URI: 'gs://ferry-films/clips' };
  const account = {
    ...{ project: 'ferry', email: 'films@ferry.example.com', privateKey: 'secret' },
    tokenUri: 'https://oauth2.googleapis.com/token',
  };
  expect(readEnv(variables)).toMatchObject({
    google: null,
    googleCloud: { account, location: 'us-central1', storageUri: 'gs://ferry-films/clips', videoModel: null },
  });
  expect(rejection({ ...variables, GOOGLE_LOCATION: 'evil.example.com/' })).toContain(
    'GOOGLE_LOCATION should be',
  );
  expect(rejection({ ...variables, GOOGLE_STORAGE_URI: 'https://a' })).toContain(
    'GOOGLE_STORAGE_URI should be',
  );
  fs.writeFileSync(file, '{"private_key":"secret"}');
  expect(rejection(variables)).toMatch(
    /^GOOGLE_SERVICE_ACCOUNT should be the path of a service account's JSON file, not/,
  );
  expect(rejection(variables)).not.toContain('secret');
  expect(rejection({ GOOGLE_SERVICE_ACCOUNT: '/nowhere' })).toContain('GOOGLE_SERVICE_ACCOUNT should be');
  fs.rmSync(folder, { recursive: true });
});

test('readEnv reads a variable from the file that NAME_FILE names', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-secret-'));
  const file = path.join(folder, 'secret-key');
  fs.writeFileSync(file, `${'k'.repeat(32)}\n`);
  expect(readEnv({ SECRET_KEY_FILE: file }).secretKey).toBe('k'.repeat(32));
  fs.rmSync(folder, { recursive: true });
});

test('readEnv reads exactly the variables that .env.sample and docs/operating.md list', () => {
  const files = [
    'server/env.ts',
    'server/envProviders.ts',
    'server/envVariables.ts',
    'server/envBackup.ts',
    'server/envQuotas.ts',
  ];
  const source = files.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  const read = [...source.matchAll(/'([A-Z][A-Z\d]*(?:_[A-Z\d]+)+|HOST|PORT)'/g)].map(([, name]) => name);
  const listed = [...fs.readFileSync('.env.sample', 'utf8').matchAll(/^# ([A-Z][A-Z\d_]+)=/gm)];
  const names = listed.map(([, name]) => name);
  // Names that are put together from a prefix.
  const prefixed = ['ELEVENLABS_API_KEY', 'ELEVENLABS_BASE_URL'];
  expect(new Set(names)).toEqual(new Set([...read, ...prefixed]));
  expect(names).toHaveLength(new Set(names).size);
  const documented = fs.readFileSync('docs/operating.md', 'utf8');
  expect(names.filter((name) => name !== undefined && !documented.includes(name))).toEqual([]);
});

test('.env.sample has only values that readEnv accepts', () => {
  const lines = [...fs.readFileSync('.env.sample', 'utf8').matchAll(/^# ([A-Z][A-Z\d_]+)=(.+)$/gm)];
  const variables = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
  const complete = {
    ...variables,
    ...{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
    ...{ OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' },
  };
  expect(readEnv(complete).port).toBe(5000);
});
