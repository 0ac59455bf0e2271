/** A value that is not modified any more, at every depth. */
export type ReadonlyDeep<T> = { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };
