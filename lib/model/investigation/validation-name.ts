/** Returns the name of a validation as displayed, such as V1. */
export function validationName(number: number): string {
  return `V${number}`;
}
