/** A value that is not modified any more, at every depth. A part of unknown type stays unknown, and bytes stay bytes. */
export type ReadonlyDeep<T> = unknown extends T
  ? T
  : T extends Uint8Array
    ? T
    : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };
