/**
 * Labels for the reasons of a missing value: for each reason a short label for a table cell, and a title for a panel.
 */
import type { AbsenceReason } from "@/lib/model/reading";

const labels: { readonly [R in AbsenceReason]: string } = {
  "no-traffic": "no traffic",
  "no-series": "no series",
  "metric-absent": "absent",
  "not-exposed": "not exposed",
  "target-down": "target down",
  "not-scraped": "not scraped",
  "no-data": "no data",
  "query-failed": "query failed",
  "frozen-gauge": "frozen",
  "wrong-edges": "wrong edges",
  "inconsistent-mean": "inconsistent",
  "too-few-samples": "too few",
  "not-yet-known": "not yet",
};

const titles: { readonly [R in AbsenceReason]: string } = {
  "no-traffic": "No traffic",
  "no-series": "No series",
  "metric-absent": "Not measured",
  "not-exposed": "Not available from this engine",
  "target-down": "The target is down",
  "not-scraped": "Nothing was scraped",
  "no-data": "No data this far back",
  "query-failed": "The query failed",
  "frozen-gauge": "The gauge is frozen",
  "wrong-edges": "Bucket edges differ",
  "inconsistent-mean": "Mean inconsistent",
  "too-few-samples": "Too few samples",
  "not-yet-known": "Not known yet",
};

/** Returns the short text that replaces a missing value, such as "no traffic". */
export function absenceLabel(reason: AbsenceReason): string {
  return labels[reason];
}

/** Returns the title of the reason why a value is missing. */
export function absenceTitle(reason: AbsenceReason): string {
  return titles[reason];
}

/** Returns the label next to the title of a chart without data. */
export function absenceBadge(reason: AbsenceReason): string {
  return reason === "not-yet-known" ? "not known yet" : labels[reason];
}
