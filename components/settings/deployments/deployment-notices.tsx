"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import type { DeploymentNotice } from "@/lib/contracts/notices";
import { dismissNotice, noticesQuery } from "@/lib/client/queries/notices";
import { linkTo } from "@/lib/client/url-state";
import { noticeKindTitles } from "@/lib/model/deployment/notice";
import { countWithNoun } from "@/lib/format/agreement";
import { Age } from "@/components/shared/age";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";

/** Lists changes that need attention. Dismissing a notice hides it for all users. */
export function DeploymentNotices() {
  const { data } = useQuery(noticesQuery);
  if (data === undefined || data.notices.length === 0) return null;
  const { notices, asOfMs } = data;
  return (
    <section aria-label="Notices" className="mt-6">
      <h2 className="text-md font-semibold">{countWithNoun(notices.length, "notice")}</h2>
      <ul className="mt-2 border-t border-rule">
        {notices.map((notice) => (
          <Notice key={notice.id} notice={notice} asOfMs={asOfMs} />
        ))}
      </ul>
    </section>
  );
}

/** Shows the notice title and the affected deployment. Titles of new deployments already contain the name. */
function NoticeTitle({ notice: { title, deployment, kind } }: { readonly notice: DeploymentNotice }) {
  if (deployment === null) return <span className="font-medium">{isolateDirection(title)}</span>;
  const isNewDeployment = kind === "new-deployment";
  return (
    <>
      {!isNewDeployment && <span className="font-medium">{isolateDirection(title)} at </span>}
      <Link href={linkTo("/signals", { d: deployment.slug })} className="font-medium hover:underline">
        {isolateDirection(isNewDeployment ? title : deployment.title)}
      </Link>
    </>
  );
}

function Notice({ notice, asOfMs }: { readonly notice: DeploymentNotice; readonly asOfMs: number }) {
  const queries = useQueryClient();
  const dismissal = useMutation({
    mutationFn: () => dismissNotice(notice.id),
    onSettled: () => queries.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
  return (
    <li aria-label={notice.title} className="flex items-start gap-4 border-b border-rule py-3">
      <div className="min-w-0 flex-1">
        <p>
          {!notice.title.startsWith(noticeKindTitles[notice.kind]) && (
            <span className="text-xs text-ink-2">{noticeKindTitles[notice.kind]}, </span>
          )}
          <NoticeTitle notice={notice} />{" "}
          <Age atMs={notice.atMs} asOfMs={asOfMs} className="tnum text-xs text-ink-2" />
        </p>
        <p className="mt-0.5 text-xs break-words text-ink-2">{isolateDirection(notice.detail)}</p>
        <WriteError error={dismissal.error} title="The notice was not dismissed." />
      </div>
      <Button size="sm" aria-label={`Dismiss: ${notice.title}`} onClick={() => dismissal.mutate()}>
        Dismiss
      </Button>
    </li>
  );
}
