export interface ProcessNote {
  readonly name: string;
  readonly pid: number;
  readonly stopSignal: NodeJS.Signals;
  readonly runId: string;
}

export function noteProcess(folder: string, note: ProcessNote): string;
export function stopLeftovers(folder: string, runId?: string): Promise<readonly string[]>;
export function signal(pid: number, name: NodeJS.Signals): void;
