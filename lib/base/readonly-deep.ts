/** A value that is not modified any more, at every depth. A part of unknown type stays unknown. */
export type ReadonlyDeep<T> = unknown extends T ? T : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };
