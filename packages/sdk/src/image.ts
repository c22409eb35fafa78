/** Pictures as the client takes them. A path on disk becomes a `File` through `fileFromPath` of `@assay/sdk/node`. @module */

export type ImageInput = Blob | File | Uint8Array;

/** What the multipart field calls a picture that has no name of its own; the server sniffs the type from the bytes. */
const NAMELESS = 'image';

/** Adds `input` to `form` under `field`, with the name it has. */
export function appendImage(form: FormData, field: string, input: ImageInput): void {
  const blob = input instanceof Uint8Array ? new Blob([input as Uint8Array<ArrayBuffer>]) : input;
  form.append(field, blob, 'name' in blob && typeof blob.name === 'string' ? blob.name : NAMELESS);
}
