/** Stores notices. A notice with the same `deduplicationKey` is stored once. */
import { redactToLine } from "@/lib/base/safe-text";
import type { NoticeKind } from "@/lib/model/deployment/notice";
import type { Transaction } from "@/lib/server/with-change";

/** Notice to record, such as a newly found deployment. */
export interface NewNotice {
  readonly kind: NoticeKind;
  readonly atMs: number;
  readonly title: string;
  readonly detail: string;
  readonly deploymentId: string | null;
  /** Unique key of the notice, so that the same cause creates no second notice. */
  readonly deduplicationKey: string;
}

const maxTitleLength = 200;
const maxDetailLength = 2_000;

/** Records notices. Must run inside the caller's transaction. */
export async function recordNotices(transaction: Transaction, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await transaction.notice.createMany({
    data: notices.map(({ atMs, title, detail, ...rest }) => ({
      ...rest,
      at: new Date(atMs),
      title: redactToLine(title, maxTitleLength),
      detail: redactToLine(detail, maxDetailLength),
    })),
    skipDuplicates: true,
  });
}
