import { vi } from 'vitest';

/** One upload in flight. The test sets its progress. */
export interface TestUpload {
  file: File;
  isAborted: boolean;
  progress(loaded: number, total: number): void;
}

interface UploadForm {
  method: string;
  url: string;
  field: string;
  file: File;
}

/**
 * Send uploads, which use XMLHttpRequest, through `send`, as fetch does. Return the uploads sent so
 * far.
 */
export function stubUploads(send: (form: UploadForm) => Promise<Response>): TestUpload[] {
  const uploads: TestUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      onload?: () => void;
      onerror?: () => void;
      onabort?: () => void;
      onloadend?: () => void;
      status = 0;
      statusText = '';
      responseText = '';
      #method = '';
      #url = '';
      #sent: TestUpload | undefined;

      open(method: string, url: string) {
        this.#method = method;
        this.#url = url;
      }

      send(form: FormData) {
        const [[field, file] = []] = [...form.entries()];
        if (field === undefined || !(file instanceof File)) throw new Error('The form contains no file');
        const progress = (loaded: number, total: number) => this.upload.onprogress?.({ loaded, total });
        this.#sent = { file, isAborted: false, progress };
        uploads.push(this.#sent);
        void this.#answer(send({ method: this.#method, url: this.#url, field, file }));
      }

      async #answer(sent: Promise<Response>) {
        try {
          const response = await sent;
          const text = await response.text();
          if (this.#sent?.isAborted) return;
          Object.assign(this, { status: response.status, responseText: text });
          this.onload?.();
        } catch {
          if (this.#sent?.isAborted) return;
          this.onerror?.();
        }
        this.onloadend?.();
      }

      abort() {
        if (this.#sent) this.#sent.isAborted = true;
        this.onabort?.();
        this.onloadend?.();
      }
    },
  );
  return uploads;
}

/** Return the bytes of a file, as a form carries them. */
export function bytesOf(file: File): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(Buffer.from(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file);
  });
}
