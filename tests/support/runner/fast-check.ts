/** Sets the number of property cases for a run; fast-check prints the seed of a failure. */
import fc from "fast-check";
import { configuredCases, propertyCases, propertyLimitMs } from "@/scripts/suites/property-cases";

const cases = configuredCases(propertyCases.test);

fc.configureGlobal({
  numRuns: cases,
  interruptAfterTimeLimit: propertyLimitMs(cases),
  markInterruptAsFailure: true,
});
