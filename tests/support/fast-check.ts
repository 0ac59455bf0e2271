/** Sets the cases per property for a whole run; a failing seed is printed by fast-check itself. */
import fc from "fast-check";
import { configuredCases, propertyCases, propertyLimitMs } from "@/scripts/property-cases";

const cases = configuredCases(propertyCases.test);

fc.configureGlobal({
  numRuns: cases,
  interruptAfterTimeLimit: propertyLimitMs(cases),
  markInterruptAsFailure: true,
});
