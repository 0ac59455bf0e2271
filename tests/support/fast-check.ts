/** Sets the cases per property for a whole run; a failing seed is printed by fast-check itself. */
import fc from "fast-check";
import { askedCases, propertyCases, propertyLimitMs } from "@/scripts/property-cases";

const cases = askedCases(propertyCases.test);

fc.configureGlobal({
  numRuns: cases,
  interruptAfterTimeLimit: propertyLimitMs(cases),
  markInterruptAsFailure: true,
});
