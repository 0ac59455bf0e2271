export type LockAttempt =
  | { readonly kind: "held"; readonly release: () => void }
  | { readonly kind: "busy"; readonly holderPid: number };

export function tryLock(path: string): LockAttempt;
export function withLock<T>(
  path: string,
  work: () => T | Promise<T>,
  onWait?: (holderPid: number) => void,
): Promise<T>;
