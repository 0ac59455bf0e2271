/** A share in a sentence of the server's: whole percents are enough where it says that something does not fit. */
export function formatPercentText(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}
