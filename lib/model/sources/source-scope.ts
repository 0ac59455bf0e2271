/**
 * Sources whose data a caller may read. Callers with equal scopes share cached answers and reads in flight, so a scope
 * never names a person.
 */
import { AppError } from "@/lib/model/app-error";

/** Sources that a caller may read. */
export interface SourceScope {
  readonly sources: "all" | ReadonlySet<string>;
  /** Key that is equal for equal scopes. */
  readonly key: string;
}

/** Scope of callers that may read all sources. */
export const allSources: SourceScope = { sources: "all", key: "all" };

/** Returns the scope of callers that may read only these sources. */
export function createSourceScope(slugs: readonly string[]): SourceScope {
  const sources = new Set(slugs.toSorted());
  return { sources, key: JSON.stringify([...sources]) };
}

/** Returns whether the caller with this scope may read the source. */
export function includesSource({ sources }: SourceScope, slug: string): boolean {
  return sources === "all" || sources.has(slug);
}

declare const checked: unique symbol;

/**
 * Source that was checked against the scope of a caller. Every read requires one, and only `requireReadableSource`
 * creates it.
 */
export interface ReadableSource {
  readonly slug: string;
  readonly scope: SourceScope;
  readonly [checked]: true;
}

/**
 * Returns the source if the caller may read it. Throws not-found for a source outside the scope, so that the existence
 * of the source is not revealed.
 */
export function requireReadableSource(slug: string, scope: SourceScope): ReadableSource {
  if (!includesSource(scope, slug)) throw new AppError("not-found", `there is no source ${slug}`);
  return { slug, scope } as ReadableSource;
}

declare const scoped: unique symbol;

/** Key of cached data or of a read in flight. Callers with different scopes never have equal keys. */
export type ScopedKey = string & { readonly [scoped]: true };

/** Creates a key from the scope and `parts`, which must be JSON values. */
export function createScopedKey(scope: SourceScope, ...parts: readonly unknown[]): ScopedKey {
  return JSON.stringify([scope.key, ...parts]) as ScopedKey;
}
