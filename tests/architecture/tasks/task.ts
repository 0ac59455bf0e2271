/** A frequent task: the files that it touches, and an example whose types the compiler checks. */

/** A new file, or the replacement of the first occurrence of `find` in an existing file. */
export type Change =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly find: string; readonly replacement: string };

/** Inserts text before the first occurrence of `find`. */
export const insertBefore = (file: string, find: string, text: string): Change => ({
  file,
  find,
  replacement: text + find,
});

export interface Task {
  /** As in the table of `docs/architecture.md`. */
  readonly title: string;
  /** Every file, as in the table. A name in angle brackets stands for the name of the addition. */
  readonly files: readonly string[];
  /** The changes of one addition, without documents and samples. */
  readonly example?: readonly Change[];
  /** Files that the compiler names when only the first change of the example is made. */
  readonly required?: readonly string[];
}
