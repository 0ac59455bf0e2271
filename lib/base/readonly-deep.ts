/** Type `T` with read-only properties at every depth. Values of unknown type and bytes stay unchanged. */
export type ReadonlyDeep<T> = unknown extends T
  ? T
  : T extends Uint8Array
    ? T
    : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };
