-- CreateIndex
CREATE INDEX "audit_entries_actor_id_id_idx" ON "audit_entries"("actor_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_action_id_idx" ON "audit_entries"("action", "id");
