export function processIdentity(pid: number): string | undefined;
export function isSameProcess(pid: number, identity: string | undefined): boolean;
