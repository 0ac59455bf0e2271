"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { succeed } from "@/lib/base/result";
import type {
  CreatedReportLinkResponse,
  CreateReportLinkBody,
  ReportLinksResponse,
} from "@/lib/contracts/investigations/reports/report-links";
import { countWithNoun } from "@/lib/format/agreement";
import { formatDateTimeWithYear } from "@/lib/format/time";
import { reportKinds, reportKindTitles } from "@/lib/model/investigation/reports/report-kinds";
import { reportLinkDays } from "@/lib/model/investigation/reports/report-link";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { ConfirmationProvider, useSendConfirmed } from "@/components/shared/forms/confirmation";
import { ChoiceField } from "@/components/shared/forms/fields";
import { parseOption, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { Form } from "@/components/shared/forms/form";
import { RevocableRow } from "@/components/shared/forms/revocable-row";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { ReadError } from "@/components/shared/reads/read-error";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { createReportLink, reportLinksQuery, revokeReportLink } from "./report-requests";

/** Lists the public links of an investigation, creates new ones, and revokes them. */
export function ReportLinks({ number }: { readonly number: number }) {
  const { data, error, refetch } = useQuery(reportLinksQuery(number));
  return (
    <ConfirmationProvider>
      <section aria-labelledby="public-links" className="max-w-[760px] pt-3">
        <h3 id="public-links" className="pb-1 font-semibold">
          Public links
        </h3>
        <p className="pb-2 text-xs text-ink-2">
          Everyone who has a link can read a copy of the report without a sign-in. The copy does not change
          later. It does not name authors, owners and participants, but texts that people wrote may contain
          names.
        </p>
        {error !== null && (
          <ReadError error={error} previousContentNoun={null} onRetry={() => void refetch()} />
        )}
        {data !== undefined && <LinkList number={number} response={data} />}
      </section>
    </ConfirmationProvider>
  );
}

interface LinkListProps {
  readonly number: number;
  readonly response: ReportLinksResponse;
}

function LinkList({ number, response: { links, isAllowed, canEdit } }: LinkListProps) {
  const timeZone = useTimeZone();
  const { queryKey } = reportLinksQuery(number);
  return (
    <>
      {!isAllowed && (
        <p className="pb-2">
          The organisation does not allow public links, so links do not work. An admin can allow them in
          Settings › Organisation. Links that have not expired then work again.
        </p>
      )}
      {links.length > 0 && (
        <ul aria-label="Public links" className="mb-3 border-t border-rule">
          {links.map((link) => (
            <RevocableRow
              key={link.id}
              entry={{ ...link, name: reportKindTitles[link.kind] }}
              noun="link"
              consequence="Anyone who opens this link then sees “This report is not available.”"
              onRevoke={() => revokeReportLink(number, link.id)}
              listKey={queryKey}
            >
              <span className="text-xs text-ink-2">
                copy of {formatDateTimeWithYear(link.createdAtMs, timeZone)}
              </span>
            </RevocableRow>
          ))}
        </ul>
      )}
      {isAllowed && canEdit && <CreateLink number={number} />}
      {isAllowed && !canEdit && (
        <p className="text-xs text-ink-2">
          Only a signed-in person who may edit this investigation can create public links to its reports.
        </p>
      )}
    </>
  );
}

interface LinkValues {
  readonly kind: string;
  readonly lifetimeDays: string;
}

const schema: FormSchema<LinkValues, CreateReportLinkBody> = z.object({
  kind: textField(parseOption(reportKinds)),
  lifetimeDays: textField((text) => succeed(Number(text))),
});

const lifetimes = [1, 7, reportLinkDays.initial, 30, reportLinkDays.longest].map(
  (days) => [String(days), `after ${countWithNoun(days, "day")}`] as const,
);

/** Creates a link, and shows it once. */
function CreateLink({ number }: { readonly number: number }) {
  const [created, setCreated] = useState<CreatedReportLinkResponse | null>(null);
  return (
    <>
      {/* A new form after each link, because a saved form has no unsaved input. */}
      <LinkForm key={created?.link.id ?? "first"} number={number} onCreated={setCreated} />
      {created !== null && <CreatedLink created={created} />}
    </>
  );
}

interface LinkFormProps {
  readonly number: number;
  readonly onCreated: (response: CreatedReportLinkResponse) => void;
}

function LinkForm({ number, onCreated }: LinkFormProps) {
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { kind: "executive", lifetimeDays: String(reportLinkDays.initial) } },
    save: ({ body, idempotencyKey }) => confirmed(() => createReportLink(number, body, idempotencyKey)),
    refetch: () => queries.invalidateQueries({ queryKey: reportLinksQuery(number).queryKey }),
    onSaved: onCreated,
  });
  return (
    <Form form={form} label="Create public link" saveLabel="Create link" className="max-w-[520px]">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <ChoiceField
          form={form}
          name="kind"
          label="Report"
          options={reportKinds.map((kind) => [kind, reportKindTitles[kind]] as const)}
        />
        <ChoiceField form={form} name="lifetimeDays" label="Expires" options={lifetimes} />
      </div>
    </Form>
  );
}

function CreatedLink({ created: { path } }: { readonly created: CreatedReportLinkResponse }) {
  if (path === null)
    return (
      <p role="status" className="pt-3 text-xs">
        The link was created, but this page did not receive its address. Revoke the link, then create another
        one.
      </p>
    );
  const url = `${window.location.origin}${path}`;
  return (
    <div role="status" aria-label="New link" className="flex flex-wrap items-center gap-2 pt-3 text-xs">
      <code className="font-mono break-all">{url}</code>
      <CopyButton text={url} label="Copy link" />
      <p className="basis-full text-2xs text-ink-2">It is not shown again.</p>
    </div>
  );
}
