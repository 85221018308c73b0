import type { z } from 'zod';

/**
 * Endpoint of the API. The server mounts it (server/lib/mount.ts), the web calls it
 * (web/lib/api.ts), and /api/openapi.json describes it.
 */
export interface EndpointShape {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path, with `:name` for each parameter. */
  path: `/api/${string}`;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Maximum size of the JSON body. Default: 1 MiB. */
  maxBodyBytes?: number;
  /** Schema of the JSON reply. Missing: the reply has no JSON body (204, a file, a page). */
  reply?: z.ZodType;
  /** Status of a successful reply. Default: 200. */
  status?: 200 | 201 | 202 | 204;
  /** The reply depends on the script, so the web stores unsent text before the call. */
  readsScript?: true;
}

/** Declare an endpoint. The type keeps every schema. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = E extends {
  [key in K]: infer S extends z.ZodType;
}
  ? { [key in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** Input from a caller: dates as ISO text, project ids in either form. */
export type CallInput<E> = Part<E, 'params', 'input'> & Part<E, 'query', 'input'> & Part<E, 'body', 'input'>;

/** Input for a handler: parsed, with defaults, project ids as numbers, dates as Date. */
export type HandlerInput<E> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>;

/** Reply for a caller, with dates as ISO text. */
export type CallReply<E> = E extends { reply: infer S extends z.ZodType } ? z.input<S> : undefined;

/** Result of a handler. The reply schema encodes it and drops other fields. */
export type HandlerReply<E> = E extends { reply: infer S extends z.ZodType } ? z.output<S> : undefined;
