-- CreateIndex
CREATE INDEX "experiments_arms_idx" ON "experiments" USING GIN ("arms" jsonb_path_ops);
