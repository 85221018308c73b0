import type { CallInput, CallReply, EndpointShape } from '#shared/endpoint.ts';
import { reportAccessRejection } from './accessRejected.ts';
import {
  type ApiCallOptions,
  ApiError,
  addressOf,
  type CallParts,
  replyOf,
  requestInitOf,
  storeBeforeRead,
} from './api.ts';
import { discardPrefetched } from './prefetch.ts';

interface UploadOptions extends ApiCallOptions {
  /** Values of the path. */
  params?: object;
  /** Share of the file that was sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
}

/** Send a file as multipart. Uses XMLHttpRequest, because fetch reports no upload progress. */
export function upload<E extends EndpointShape>(
  endpoint: E,
  file: File,
  fieldName: string,
  { params, onProgress, signal }: UploadOptions = {},
): Promise<CallReply<E>> {
  const form = new FormData();
  form.append(fieldName, file);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const stop = () => request.abort();
    const aborted = () => new DOMException('The upload was cancelled.', 'AbortError');
    if (signal?.aborted) return reject(aborted());
    signal?.addEventListener('abort', stop, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onabort = () => reject(aborted());
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onload = () => {
      const { status, statusText, responseText } = request;
      try {
        if (status < 200 || status > 299) throw new ApiError(status, statusText, responseText);
        resolve(replyOf<E>(responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    request.open(endpoint.method, addressOf(endpoint, params));
    request.withCredentials = true;
    request.send(form);
  });
}

interface DownloadOptions extends ApiCallOptions {
  /** Message of the error that a rejection throws. */
  failure: string;
  /** The user chose a file without the text that could not be stored. */
  isWithoutUnsent?: boolean;
  /** Files that the call sends. */
  form?: FormData;
  /** Called with the number of bytes that have arrived, and the headers. */
  onBytes?: (bytes: number, headers: Headers) => void;
}

/** A file with the name that the server gives it, if any. */
export interface DownloadedFile {
  blob: Blob;
  fileName: string | null;
  headers: Headers;
}

/** Download a file. Returns it with the name that the server gives, or null, and the headers. */
export async function download<E extends EndpointShape>(
  endpoint: E,
  input: CallInput<E>,
  { failure, signal, isWithoutUnsent = false, form, onBytes }: DownloadOptions,
): Promise<DownloadedFile> {
  const storing = isWithoutUnsent ? null : storeBeforeRead(endpoint, input);
  if (storing) await storing;
  const { params, query }: CallParts = input ?? {};
  const response = await fetch(addressOf(endpoint, params, query), {
    method: endpoint.method,
    credentials: 'include',
    ...(form && { body: form }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(failure);
  const { headers } = response;
  const blob = onBytes ? await blobInParts(response, onBytes) : await response.blob();
  return { blob, fileName: fileNameOf(headers.get('content-disposition')), headers };
}

/** Read a reply part by part, for work that shows how much has arrived. */
async function blobInParts(
  { body, headers }: Response,
  onBytes: NonNullable<DownloadOptions['onBytes']>,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    bytes += part.value.length;
    onBytes(bytes, headers);
  }
  return new Blob(parts, { type: headers.get('content-type') ?? '' });
}

/** Send a call that replies with a file, such as speech. Rejects as `call` does. */
export async function callForFile<E extends EndpointShape>(
  endpoint: E,
  input: CallInput<E>,
  options?: ApiCallOptions,
): Promise<Blob> {
  const storing = storeBeforeRead(endpoint, input);
  if (storing) await storing;
  const { params, query, body }: CallParts = input ?? {};
  discardPrefetched();
  const response = await fetch(addressOf(endpoint, params, query), {
    ...requestInitOf(endpoint, body, options),
    credentials: 'include',
  });
  if (response.ok) return await response.blob();
  reportAccessRejection(response.status, endpoint.path);
  throw new ApiError(response.status, response.statusText, await response.text());
}

/** Return the file name of a Content-Disposition header. RFC 6266: filename* has priority. */
function fileNameOf(disposition: string | null): string | null {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1] ?? null;
}
