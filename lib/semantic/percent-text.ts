/** Formats a share as an integer percentage, which is precise enough for warnings. */
export function formatPercentText(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}
